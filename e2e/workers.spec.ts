import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { startAgentModel } from './src/fakes/agent-model.ts';
import { test } from './src/fixtures.ts';
import { makeBase } from './src/knowledge.ts';
import { signIn } from './src/steps.ts';

const read = {
  supplier: 'Brook Paper Mill Ltd',
  invoice_number: '2026-0417',
  invoice_date: '2026-11-03',
  due_date: '2026-12-03',
  currency: 'GBP',
  net: 1020,
  tax: 204,
  total: 1224,
  iban: 'GB29 NWBK 6016 1331 9268 19',
  problems: '',
};

/** Goes through a guided tour of the screen, and expects its steps by their titles. */
const takeTour = async (page: Page, titles: readonly string[], last: string) => {
  await page.getByRole('button', { name: 'Show me around' }).click();
  for (const title of titles) {
    const popover = page.getByRole('dialog', { name: title });
    await expect(popover).toBeVisible();
    await popover.getByRole('button', { name: title === titles.at(-1) ? last : 'Next' }).click();
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
};

test('a worker is deployed from the gallery, asks for approval, and an operator on a phone decides', {
  tag: [
    ...['@WORKER-02', '@WORKER-04', '@RECORD-01', '@RECORD-02', '@RECORD-10'],
    ...['@TOUR-01', '@TOUR-15'],
    ...['@TOUR-02', '@TOUR-03', '@TOUR-04', '@TOUR-05', '@TOUR-06', '@TOUR-07', '@TOUR-08', '@TOUR-09'],
    ...['@TOUR-10', '@TOUR-11', '@TOUR-12', '@TOUR-13', '@TOUR-14'],
  ],
}, async ({ product, builder, visitor }) => {
  const { page } = builder;
  const model = await startAgentModel(() => ({ text: JSON.stringify(read) }));
  const { client, email } = await product.signUp('Ada');
  await model.offerTo(client);

  await test.step('the gallery shows templates by category, and previews one', async () => {
    await page.goto(`${product.origin}/agents?new=worker`);
    await signIn(page, email);
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a template' })).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByRole('button', { name: /Meeting minutes/ })).toBeVisible();
    await builder.look('gallery', { fullPage: true });
    await page.getByRole('textbox', { name: 'Search templates' }).fill('invoice');
    await page.getByRole('button', { name: /Invoice extraction/ }).click();
    await expect(page.getByRole('dialog').getByText('What it does')).toBeVisible();
    await builder.look('preview');
    await page.getByRole('button', { name: 'Use this template' }).click();
  });

  await test.step('the wizard asks for overview, flow and crew, and then deploys', async () => {
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Invoice extraction');
    await builder.look('overview', { fullPage: true });
    const titles = ['Agent Overview', 'Create Queue', 'Define Flow', 'Additional Settings', 'Test Agent'];
    await takeTour(page, titles, 'Done');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('What works on it')).toBeVisible();
    await builder.look('flow', { fullPage: true });
    await page.getByRole('button', { name: 'Continue' }).click();
    await builder.look('crew', { fullPage: true });
    await page.getByRole('button', { name: 'Deploy' }).click();
    await expect(page.getByRole('button', { name: 'Run the test' })).toBeVisible({ timeout: 30_000 });
  });

  await test.step('the test runs the sample, live', async () => {
    await page.getByRole('button', { name: 'Run the test' }).click();
    await expect(page.getByText('Brook Paper Mill Ltd', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('This result waits for a person.')).toBeVisible({ timeout: 30_000 });
    await builder.look('test', { fullPage: true });
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('Appended to Invoices.csv')).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 30_000 });
    await page.getByRole('button', { name: 'Open the worker' }).click();
  });

  await test.step('the worker shows its records, and the record what was done', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Invoice extraction' })).toBeVisible();
    await expect(page.getByText('Invoice of a paper mill')).toBeVisible({ timeout: 30_000 });
    await page.getByRole('link', { name: /Invoice of a paper mill/ }).click();
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('1,224', { exact: true })).toBeVisible();
    for (const part of ['Input', 'Output', 'Activity'])
      await expect(page.getByRole('heading', { name: part, exact: true })).toBeVisible();
    await builder.look('record', { fullPage: true });
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download', exact: true }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('output.md');
    expect(await readFile(await saved.path(), 'utf8')).toContain('Brook Paper Mill Ltd');
    await page.getByRole('button', { name: 'Good result' }).click();
    await expect(page.getByRole('button', { name: 'Good result' })).toHaveAttribute('aria-pressed', 'true');
    await page.goto(`${product.origin}/agents?list=workers`);
    await expect(page.getByText('1 of 1 done')).toBeVisible({ timeout: 30_000 });
    await builder.look('workers', { fullPage: true });
  });

  await test.step('the other tours lead through imports and new apps, and all three are recorded', async () => {
    const baseId = await makeBase(client, 'Mill');
    await page.goto(`${product.origin}/knowledge-base/data-import?base=${baseId}`);
    const importing = ['Select Knowledge Source', 'Data Source Configuration', 'Text Data Refinement'];
    await takeTour(page, [...importing, 'Execute and Finish'], 'Manage Knowledge Base');
    await page.goto(`${product.origin}/apps?new=1`);
    await takeTour(page, ['App Details', 'Configure Bot', 'Appearance'], 'Done');
    const guides = async () =>
      (await client.get<{ user: { userWalkthroughTutorials: object } }>('/api/auth/session')).user
        .userWalkthroughTutorials;
    await expect
      .poll(guides)
      .toEqual({ hasSeenKbGuide: true, hasSeenAppGuide: true, hasSeenAgentGuide: true });
  });

  const olga = await product.signUp('Olga');
  const [worker] = await product.sql<{ id: string; tenant_id: string }>('select id, tenant_id from workers');
  const [operator] = await product.sql<{ id: string }>('select id from users where email = $1', [olga.email]);
  const [workerId, tenantId, userId] = [worker?.id ?? '', worker?.tenant_id ?? '', operator?.id ?? ''];
  const member = [tenantId, userId, 'OPERATOR'];
  await product.sql('insert into memberships (tenant_id, user_id, role) values ($1, $2, $3)', member);
  // Without a company of their own, they begin in this one.
  await product.sql('delete from memberships where user_id = $1 and tenant_id <> $2', [userId, tenantId]);
  await client.put(`/api/content/update-access/${workerId}`, { userIds: [userId] });
  const phone = visitor.page;
  await phone.setViewportSize({ width: 390, height: 844 });
  await phone.emulateMedia({ colorScheme: 'dark' });

  await test.step('an invited operator watches on a phone', async () => {
    await phone.goto(`${product.origin}/worker?id=${workerId}`);
    await signIn(phone, olga.email);
    await expect(phone.getByText('Invoice of a paper mill')).toBeVisible({ timeout: 60_000 });
    await visitor.look('operator-worker', { fullPage: true });
  });

  await test.step('a mail that comes in appears by itself, and the operator approves it', async () => {
    const input =
      'From: Brook Paper Mill <bills@brook.example>\nSubject: Invoice 2026-0417\n\nPlease find our invoice: 1,224.00 GBP.';
    await client.post('/api/worker/trigger-worker', { workerId, input, name: 'Invoice 2026-0417 by mail' });
    await expect(phone.getByText('Needs a decision').last()).toBeVisible({ timeout: 30_000 });
    await phone.getByRole('link', { name: /by mail/ }).click();
    await expect(phone.getByText('This result waits for a person.')).toBeVisible({ timeout: 30_000 });
    await visitor.look('operator-decides', { fullPage: true });
    await phone.getByRole('button', { name: 'Correct it' }).click();
    await phone.getByRole('textbox', { name: 'Problems' }).fill('Paid already.');
    await visitor.look('operator-corrects', { fullPage: true });
    await phone.getByRole('button', { name: 'Approve as corrected' }).click();
    await expect(phone.getByText('Appended to Invoices.csv')).toBeVisible({ timeout: 30_000 });
    await expect(phone.getByText('Corrected and approved by Olga')).toBeVisible();
    await visitor.look('operator-done', { fullPage: true });
  });

  await test.step('the rows are in the table, and everything can be set', async () => {
    await page.goto(`${product.origin}/worker?id=${workerId}`);
    await builder.look('worker', { fullPage: true });
    await page.getByRole('tab', { name: 'Report' }).click();
    await expect(page.getByText('2 rows')).toBeVisible({ timeout: 30_000 });
    await builder.look('report', { fullPage: true });
    const csv = await client.get<string>(`/api/worker/reports/${workerId}`);
    expect(JSON.stringify(csv)).toContain('"rows":2');
    const table = await client.fetch(`/api/worker/workers/${workerId}/tables/Invoices`);
    expect(await table.text()).toContain('Paid already.');
    await page.getByRole('tab', { name: 'Connect' }).click();
    await expect(page.getByText('Call this worker')).toBeVisible();
    await builder.look('connect', { fullPage: true });
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
    await builder.look('settings', { fullPage: true });
  });
  builder.expectQuiet();
  visitor.expectQuiet();
  await model.close();
});
