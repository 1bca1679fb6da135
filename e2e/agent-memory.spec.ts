import { expect } from '@playwright/test';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

test('a member reads, corrects and deletes what an agent remembers about them', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const facts = ['Ada signs her letters with her first name.', 'Ada wants offers in English and in German.'];
  const model = await startScriptedModel((_question, turn) =>
    turn === 0
      ? { calls: facts.map((fact): [string, object] => ['remember', { fact }]) }
      : 'I noted how you like your letters.',
  );
  const { client, email } = await product.signUp('Ada');
  const modelId = await model.offerTo(client);
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', {
    ...{ name: 'Letter writer', modelId, memory: true },
  });

  await test.step('an agent is given a task, and notes something', async () => {
    await page.goto(`${product.origin}/settings/memory`);
    await signIn(page, email);
    await expect(page.getByText('No agent remembers anything about you')).toBeVisible({ timeout: 60_000 });
    await builder.look('memory-empty');
    await client.post('/api/executor/agent-execute', {
      ...{ agentId, input: 'Write to our supplier.', environment: 'TESTING' },
    });
    await page.goto(`${product.origin}/agent?id=${agentId}`);
    await page.getByRole('button', { name: /^Memory/ }).click();
    await expect(page.getByRole('switch', { name: 'Remember the people who use it' })).toBeChecked();
    await builder.look('memory-setting');
    await page.getByRole('link', { name: 'Settings, Memory' }).click();
  });

  await test.step('the member corrects one fact and deletes the other', async () => {
    await expect(page.getByText(facts[1] ?? '')).toBeVisible({ timeout: 60_000 });
    await builder.look('memory-facts', { fullPage: true });
    await page.getByRole('button', { name: `Actions for ${facts[0]}` }).click();
    await page.getByRole('menuitem', { name: 'Correct' }).click();
    await page.getByRole('textbox').last().fill('Ada signs with her full name.');
    await builder.look('memory-correct');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Ada signs with her full name.')).toBeVisible();
    await page.getByRole('button', { name: `Actions for ${facts[1]}` }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await builder.look('memory-delete');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText(facts[1] ?? '')).toBeHidden();
  });

  await test.step('and then all that is left', async () => {
    await page.getByRole('button', { name: 'Delete all' }).click();
    await builder.look('memory-delete-all');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete all' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('Ada signs with her full name.')).toBeHidden();
  });
  builder.expectQuiet();
  await model.close();
});
