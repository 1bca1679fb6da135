import { expect } from '@playwright/test';
import { startScriptedModel, verdictOn } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

test('an agent gets a test question with an expected call, and a worse draft is held back', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const model = await startScriptedModel((question, turn, rules) => {
    const verdict = verdictOn(question, rules);
    if (verdict !== undefined) return verdict;
    if (rules.includes('guess')) return 'Perhaps 40.';
    return turn === 0 ? { calls: [['calculate', { first: 19, operation: 'ADD', second: 23 }]] } : 'It is 42.';
  });
  const { client, email } = await product.signUp('Ada');
  await model.offerTo(client);
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', {
    name: 'Adder',
    instructions: 'Add with the calculator.',
    tools: { toolList: [{ _id: 'tol_calculate' }] },
  });
  await client.post(`/api/crew/agents/${agentId}/publish`, {});

  await test.step('a test question says which tool has to be called', async () => {
    await page.goto(`${product.origin}/agent?id=${agentId}&tab=tests`);
    await signIn(page, email);
    await expect(page.getByText('Please add test questions')).toBeVisible({ timeout: 60_000 });
    await builder.look('agent without tests');
    await page.getByRole('button', { name: 'Add a test question' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a test question' });
    await dialog.getByLabel('Question').fill('What is 19 plus 23?');
    await dialog.getByLabel('Correct answer').fill('It is 42.');
    await dialog.getByRole('button', { name: 'Expect a call' }).click();
    await expect(dialog.getByLabel('Tool')).toHaveValue('calculate');
    await dialog.getByLabel('Text in the arguments').fill('19');
    await builder.look('expected call');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a run shows the answer, its accuracy and its calls', async () => {
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Run the test questions' })
      .getByRole('button', { name: 'Run the test questions' })
      .click();
    const panel = page.getByRole('dialog', { name: 'Run of the test questions' });
    await expect(panel.getByText('Met', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(panel).toContainText('Calculator is called with “19”');
    await builder.look('run of an agent');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('table', { name: 'Test questions' })).toContainText('95 %');
    await builder.look('tests of an agent');
  });

  await test.step('a draft that answers worse is not published', async () => {
    await client.put(`/api/crew/agents/${agentId}`, { instructions: 'Just guess.' });
    await page.goto(`${product.origin}/agent?id=${agentId}`);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const gate = page.getByRole('dialog', { name: 'Does this draft answer as well?' });
    await gate.getByRole('button', { name: 'Run the test questions' }).click();
    await expect(gate.getByText('Worse', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(gate.getByText('Missed', { exact: true })).toBeVisible();
    await expect(gate.getByRole('button', { name: 'Publish', exact: true })).toHaveCount(0);
    await builder.look('agent held back');
    await gate.getByRole('button', { name: 'Back to the draft' }).click();
  });

  await test.step('one that answers as well is', async () => {
    await client.put(`/api/crew/agents/${agentId}`, { instructions: 'Add with the calculator, briefly.' });
    await page.reload();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    const gate = page.getByRole('dialog', { name: 'Does this draft answer as well?' });
    await gate.getByRole('button', { name: 'Run the test questions' }).click();
    await gate.getByRole('button', { name: 'Publish', exact: true }).click({ timeout: 60_000 });
    await expect(gate).toBeHidden();
    await expect(page.getByRole('button', { name: 'Published' })).toBeVisible();
  });

  await test.step('an attack shows what it obeys', async () => {
    await page.goto(`${product.origin}/agent?id=${agentId}&tab=attacks`);
    await page.getByRole('button', { name: 'Attack this agent' }).click();
    const dialog = page.getByRole('dialog', { name: 'Attack this agent' });
    await expect(dialog).toContainText('noted and not made');
    await builder.look('before the attack on an agent');
    await dialog.getByRole('button', { name: 'Start the attack' }).click();
    const panel = page.getByRole('dialog', { name: 'Attack', exact: true });
    await expect(panel.getByText('Let through').first()).toBeVisible({ timeout: 60_000 });
    await expect(panel.getByRole('progressbar')).toHaveCount(0, { timeout: 90_000 });
    await builder.look('attack on an agent');
  });
  builder.expectQuiet(/status of 412/);
  await model.close();
});
