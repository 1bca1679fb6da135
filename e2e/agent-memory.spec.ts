import { expect } from '@playwright/test';
import { eventually } from './src/eventually.ts';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { password } from './src/product.ts';
import { answered, signIn } from './src/steps.ts';

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

test('somebody from outside sees, corrects and deletes what the agent behind an app remembers about them', async ({
  product,
  visitor,
}) => {
  const { page } = visitor;
  const facts = ['Mary works at night.', 'Mary wants short answers.'];
  const model = await startScriptedModel((_question, turn) =>
    turn === 0
      ? { calls: facts.map((fact): [string, object] => ['remember', { fact }]) }
      : 'I noted how you like to be answered.',
  );
  const { client } = await product.signUp('Ada');
  const modelId = await model.offerTo(client);
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', {
    ...{ name: 'Porter', modelId, memory: true, access: 'PUBLIC' },
  });
  await client.post(`/api/crew/agents/${agentId}/publish`, {});
  const { appId } = await client.post<{ appId: string }>('/api/content/manage-app', {
    ...{ name: 'Harbour help desk', access: 'PRIVATE', orchestration: 'AGENT', answererId: agentId },
  });
  const email = `mary.${Date.now()}@example.org`;
  await client.post('/api/content/manage-access', { entityId: appId, email, as: 'APP_USER' });
  const link = await eventually(async () => {
    const { mails } = await product
      .visitor()
      .get<{ mails: { to: string; text: string }[] }>('/api/auth/outbox');
    const mail = mails.find(({ to, text }) => to === email && text.includes('/user/sign-up'));
    return /https?:\/\/\S+token=[\w-]+/.exec(mail?.text ?? '')?.[0];
  });
  const token = new URL(link).searchParams.get('token');
  const account = { appId, token, firstName: 'Mary', lastName: 'Jackson', password };
  await product.visitor().post('/api/tenant/sign-up-user', account);

  await test.step('they chat, and the agent notes something', async () => {
    await page.goto(`${product.origin}/user/sign-in?app=${appId}`);
    await signIn(page, email);
    await expect(page.getByText(`Signed in as ${email}`)).toBeVisible({ timeout: 60_000 });
    await page.getByRole('textbox').fill('Please answer me as I like it.');
    await page.keyboard.press('Enter');
    await answered(page);
  });

  await test.step('they see it, correct one fact, delete the other, and then all', async () => {
    await page.getByRole('button', { name: 'What is remembered' }).click();
    const panel = page.getByRole('dialog', { name: 'Remembered about you' });
    await expect(panel.getByText(facts[0] ?? '')).toBeVisible();
    await expect(panel.getByText(facts[1] ?? '')).toBeVisible();
    await visitor.look('app-user-memory');
    await panel.getByRole('button', { name: `Correct: ${facts[1]}` }).click();
    await panel.getByRole('textbox', { name: 'What is right' }).fill('Mary wants long answers.');
    await visitor.look('app-user-memory-correct');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel.getByText('Mary wants long answers.')).toBeVisible();
    await panel.getByRole('button', { name: `Forget: ${facts[0]}` }).click();
    await expect(panel.getByText(facts[0] ?? '')).toBeHidden();
    await panel.getByRole('button', { name: 'Forget all of it' }).click();
    await expect(panel.getByText('Nothing is remembered about you.')).toBeVisible();
    await visitor.look('app-user-memory-empty');
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
  });
  // The page of the sign-in looks whether somebody is signed in already.
  visitor.expectQuiet(/status of 401 .*\/user-access\)$/);
  await model.close();
});
