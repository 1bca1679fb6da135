import { expect } from '@playwright/test';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

test('all that waits for a decision is on one page, a click away from the agents', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const model = await startScriptedModel((_question, turn) =>
    turn === 0
      ? { calls: [['send_request', { method: 'POST', url: 'https://example.com/orders' }]] }
      : 'It was not sent.',
  );
  const { client, email } = await product.signUp('Ada');
  const modelId = await model.offerTo(client);
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', {
    ...{ name: 'Order clerk', modelId, approval: 'ALWAYS' },
    tools: { toolList: [{ _id: 'tol_send_request' }] },
  });

  await test.step('nothing waits at first', async () => {
    await page.goto(`${product.origin}/approvals`);
    await signIn(page, email);
    await expect(page.getByText('Nothing waits for a decision')).toBeVisible({ timeout: 60_000 });
    await builder.look('approvals-empty');
    await client.post('/api/crew/agent-runs', { agentId, input: 'Order paper.', environment: 'TESTING' });
    await expect(page.getByRole('link', { name: /^May the agent use “HTTP request”/ })).toBeVisible({
      timeout: 60_000,
    });
  });

  await test.step('the landing page leads to what waits', async () => {
    await page.goto(`${product.origin}/agents`);
    await expect(page.getByText('1 step waits for the decision of a person')).toBeVisible({
      timeout: 60_000,
    });
    await builder.look('agents-with-approval', { fullPage: true });
    await page.getByRole('link', { name: '1 step waits for the decision of a person' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Approvals' })).toBeVisible();
    await builder.look('approvals-list');
  });

  await test.step('it is read and rejected there, with the optional arguments folded', async () => {
    await page.getByRole('link', { name: /^May the agent use “HTTP request”/ }).click();
    await page.getByRole('button', { name: 'Change the arguments' }).click();
    await expect(page.getByRole('button', { name: /more arguments/ })).toBeVisible();
    await builder.look('approval-arguments', { fullPage: true });
    await page.getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByText('This was rejected. Thank you. The agent goes on.')).toBeVisible();
    await page.goto(`${product.origin}/approvals`);
    await expect(page.getByText('Nothing waits for a decision')).toBeVisible({ timeout: 60_000 });
  });
  builder.expectQuiet();
  await model.close();
});
