import { expect } from '@playwright/test';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

test('the rest of an answer that waited for a decision appears in the open chat', async ({
  product,
  builder,
  visitor,
}) => {
  test.slow();
  const model = await startScriptedModel((_question, turn) =>
    turn === 0
      ? { calls: [['send_request', { method: 'POST', url: 'https://example.com/orders' }]] }
      : 'Nobody ordered anything, because it was refused.',
  );
  const { client, email } = await product.signUp('Ada');
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', {
    ...{ name: 'Order clerk', modelId: await model.offerTo(client), approval: 'ALWAYS' },
    tools: { toolList: [{ _id: 'tol_send_request' }] },
  });
  await client.post(`/api/crew/agents/${agentId}/publish`, {});
  const { appId } = await client.post<{ appId: string }>('/api/content/manage-app', {
    ...{ name: 'Orders', access: 'PUBLIC', orchestration: 'AGENT', answererId: agentId },
  });
  const { page } = visitor;
  await page.goto(`${product.origin}/chat/${appId}`);
  await page.getByRole('textbox', { name: /^Ask / }).fill('Please order paper.');
  await page.keyboard.press('Enter');
  const answer = page.getByRole('log').locator('article').last();

  await test.step('the visitor is told that somebody has to decide, and that the rest comes later', async () => {
    await expect(answer).toContainText('somebody has to decide', { timeout: 60_000 });
    // The answer is left to its run after a minute.
    await expect(answer).toContainText('The rest of this answer is not there yet.', { timeout: 120_000 });
    await visitor.look('rest-not-there-yet');
  });

  await test.step('a member rejects the call', async () => {
    const { page: screen } = builder;
    await screen.goto(`${product.origin}/approvals`);
    await signIn(screen, email);
    await screen.getByRole('link', { name: /^May the agent use/ }).click();
    await screen.getByRole('button', { name: 'Reject' }).click();
    await expect(screen.getByText('This was rejected.')).toBeVisible();
  });

  await test.step('the rest appears by itself, and is still there after a reload', async () => {
    await expect(answer).toContainText('because it was refused', { timeout: 60_000 });
    await expect(answer).not.toContainText('is not there yet');
    await visitor.look('rest-came');
    await page.reload();
    await expect(page.getByRole('log')).toContainText('because it was refused');
  });
  visitor.expectQuiet();
  builder.expectQuiet();
  await model.close();
});
