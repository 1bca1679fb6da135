import { expect, type Page } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import { test } from './src/fixtures.ts';
import { makeBase } from './src/knowledge.ts';
import { signIn } from './src/steps.ts';

const description = (page: Page) => page.getByRole('textbox', { name: 'Description' });
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

test('whoever edits one thing in two tabs decides what is kept', async ({ product, builder }) => {
  const { page } = builder;
  const { client, email } = await product.signUp('Ada');
  const appId = await makeApp(client, 'Help desk', await makeBase(client, 'Handbook'));
  const address = `${product.origin}/apps/${appId}?tab=settings`;
  await page.goto(address);
  await signIn(page, email);
  const other = await page.context().newPage();

  await test.step('the second tab is told, and loads what the first one has saved', async () => {
    await page.getByRole('button', { name: /^App Details/ }).click({ timeout: 60_000 });
    await expect(description(page)).toBeVisible();
    await other.goto(address);
    await other.getByRole('button', { name: /^App Details/ }).click();
    await description(other).fill('Answers about bikes.');
    await save(other);
    await expect(other.getByText('Settings updated successfully')).toBeVisible();
    await description(page).fill('Answers about lamps.');
    await save(page);
    await expect(page.getByText(/^You saved a newer version in another window at \d\d:\d\d\./)).toBeVisible();
    await builder.look('two-tabs-app');
    await page.getByRole('button', { name: 'Load theirs' }).click();
    await expect(description(page)).toHaveValue('Answers about bikes.');
  });

  await test.step('an alert that was changed elsewhere is overwritten deliberately only', async () => {
    const body = {
      ...{ name: 'Dislikes', subjectKind: 'COMPANY', subjectId: null, metric: 'DISLIKES', threshold: 5 },
      ...{ hours: 24, least: 20, quietMinutes: 240, mail: 'ADMINS', webhookUrl: null, enabled: true },
    };
    const { ruleId } = await client.post<{ ruleId: string }>('/api/monitoring/alert-rules', body);
    await page.goto(`${product.origin}/monitor?tab=alerts`);
    await page.getByRole('button', { name: 'Actions for Dislikes' }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog');
    await client.put(`/api/monitoring/alert-rules/${ruleId}`, { ...body, name: 'Many dislikes' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ten dislikes');
    await save(page);
    await expect(dialog.getByRole('button', { name: 'Load theirs' })).toBeVisible();
    await builder.look('two-tabs-alert');
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Ten dislikes')).toBeVisible();
  });
  await other.close();
});
