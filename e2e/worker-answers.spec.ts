import { expect } from '@playwright/test';
import { startAgentModel } from './src/fakes/agent-model.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

test('a worker answers an app after a person approved, and deleting it names the app', async ({
  product,
  builder,
  visitor,
}) => {
  const { page } = builder;
  const model = await startAgentModel(() => ({ text: 'Your order comes on **Friday**.' }));
  const { client, email } = await product.signUp('Ada');
  await model.offerTo(client);
  const { agentId } = await client.post<{ agentId: string }>('/api/crew/agents', { name: 'Clerk' });
  await client.post(`/api/crew/agents/${agentId}/publish`, {});
  await client.post('/api/worker/workers', {
    ...{ name: 'Order desk', agentId, approval: 'ALWAYS', queue: [{ kind: 'APP' }] },
  });
  const app = { name: 'Orders', access: 'PUBLIC' };
  const { appId } = await client.post<{ appId: string }>('/api/content/manage-app', app);

  await test.step('the settings of the app offer the worker', async () => {
    await page.goto(`${product.origin}/apps/${appId}?tab=settings`);
    await signIn(page, email);
    await page.getByRole('button', { name: /^Configure Bot/ }).click({ timeout: 60_000 });
    await page.getByText('A worker', { exact: true }).click();
    await builder.look('settings-choice', { fullPage: true });
    await page.getByRole('combobox', { name: 'Worker that answers' }).click();
    await page.getByRole('option', { name: 'Order desk' }).click();
    await builder.look('settings-chosen', { fullPage: true });
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(async () => {
      const { answererId } = await client.get<{ answererId: string | null }>(
        `/api/content/manage-app/${appId}`,
      );
      expect(answererId).toMatch(/^wrk_/);
    }).toPass();
  });

  await test.step('a visitor asks, and is told that somebody looks at the answer', async () => {
    const { page: chat } = visitor;
    await chat.setViewportSize({ width: 390, height: 844 });
    await chat.goto(`${product.origin}/chat/${appId}`);
    await chat.getByRole('textbox', { name: /^Ask / }).fill('Where is my order?');
    await chat.keyboard.press('Enter');
    await expect(chat.getByRole('log')).toContainText('Somebody looks at the answer', { timeout: 60_000 });
    await visitor.look('waits');
  });

  await test.step('a member approves the record of the question, to which the app leads', async () => {
    await page.goto(`${product.origin}/apps/${appId}`);
    await page.getByRole('link', { name: 'Order desk' }).click();
    await page.getByRole('link', { name: /Where is my order/ }).click();
    await expect(page.getByText('This result waits for a person.')).toBeVisible({ timeout: 30_000 });
    await builder.look('record', { fullPage: true });
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(visitor.page.getByRole('log')).toContainText('comes on Friday', { timeout: 60_000 });
    await visitor.look('answered');
  });

  await test.step('the list of workers says how long records are kept', async () => {
    await page.goto(`${product.origin}/agents?list=workers`);
    await page.getByRole('button', { name: 'Change the time' }).click();
    await expect(page.getByRole('dialog', { name: 'How long records are kept' })).toBeVisible();
    await builder.look('retention');
    await page.keyboard.press('Escape');
  });

  await test.step('deleting the worker names the app, which gets no answers then', async () => {
    await page.getByRole('button', { name: 'Actions for Order desk' }).click();
    await page.getByRole('menuitem', { name: /^Delete/ }).click();
    await expect(page.getByText('The app “Orders” gives no answers from then on')).toBeVisible();
    await builder.look('delete');
  });
  builder.expectQuiet();
  visitor.expectQuiet();
  await model.close();
});
