import { expect, type Page } from '@playwright/test';
import { startArticlesApi } from './src/fakes/articles-api.ts';
import { test } from './src/fixtures.ts';
import { signUp } from './src/steps.ts';

const alpha = { id: 'a', title: 'Alpha ferry', body: 'The Alpha ferry leaves at six in the morning.' };
const beta = { id: 'b', title: 'Beta ferry', body: 'The Beta ferry leaves at nine in the evening.' };

const next = async (page: Page, step: string) => {
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('group', { name: step })).toBeVisible();
};

const start = async (page: Page) => {
  const estimate = page.getByRole('region', { name: 'Estimate' });
  await expect(estimate).toContainText('Less than a minute');
  await page.getByRole('button', { name: 'Start import' }).click();
};

/** Returns the link to a section, which is either inside a group of sections or begins one. */
const section = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: /^(Sections|Parts of )/ })
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .click();

const act = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'Actions for Ferries' }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

const settled = { timeout: 30_000 };

test('files, a text and an API become documents, and follow the API when it changes', {
  tag: ['@CONNECTOR-06', '@CONNECTOR-37', '@CONNECTOR-38'],
}, async ({ product, builder }) => {
  const { page } = builder;
  const api = await startArticlesApi([alpha, beta]);
  const documents = page.getByRole('table', { name: 'Documents' });

  await test.step('a file and a typed text go into a new knowledge base', async () => {
    await page.goto(`${product.origin}/signup`);
    await signUp(page, 'Ada Lovelace');
    await page.goto(`${product.origin}/knowledge-base/data-import`);
    await builder.look('source');
    await next(page, 'Data Source Configuration');
    const leave = { name: 'leave.txt', mimeType: 'text/plain', buffer: Buffer.from('Leave is 25 days.') };
    await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(leave);
    await page.getByRole('button', { name: 'Add text' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('House rules');
    await page
      .getByRole('textbox', { name: 'Text', exact: true })
      .fill('Keys hang beside the harbour office.');
    await next(page, 'Text Data Refinement');
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour');
    await next(page, 'Execute and Finish');
    await start(page);
    const balance = page.getByRole('group', { name: 'What has become of the files' });
    await expect(balance).toContainText('2 completed', settled);
    await page.getByRole('button', { name: 'Manage Knowledge Base' }).click();
    await expect(documents).toContainText('leave.txt');
    await expect(documents).toContainText('House rules');
  });

  await test.step('an API is tried, estimated and read into it', async () => {
    await section(page, 'Import data');
    await page.getByRole('link', { name: 'Add a source' }).click();
    await expect(page.getByRole('list', { name: 'Upcoming' })).toContainText('AWS S3');
    await builder.look('catalogue');
    await page.getByRole('radio', { name: 'API', exact: true }).check();
    await next(page, 'Data Source Configuration');
    await page.getByRole('textbox', { name: 'Address' }).fill(api.address);
    await page.getByRole('textbox', { name: 'Where the list of records is' }).fill('articles');
    await page.getByRole('textbox', { name: 'Field with the id' }).fill('id');
    await page.getByRole('textbox', { name: 'Field with the title' }).fill('title');
    await page.getByRole('textbox', { name: 'Name of the source' }).fill('Ferries');
    await page.getByRole('button', { name: 'Test', exact: true }).click();
    await expect(page.getByText(/answers with 2 records/)).toBeVisible();
    await builder.look('api');
    await next(page, 'Text Data Refinement');
    await expect(page.getByRole('combobox', { name: 'Knowledge base' })).toHaveValue('Harbour');
    await next(page, 'Execute and Finish');
    await start(page);
    const report = page.getByRole('table', { name: 'Report of Ferries' });
    await expect(report.getByText('Completed', { exact: true })).toHaveCount(2, settled);
    await page.getByRole('button', { name: 'Manage Knowledge Base' }).click();
    await expect(documents).toContainText('Alpha ferry');
    await expect(documents).toContainText('Beta ferry');
  });

  await test.step('what the API removes is removed by the next sync, and the report says so', async () => {
    api.change([alpha]);
    await section(page, 'Import data');
    await act(page, 'Sync now');
    const row = page.getByRole('table', { name: 'Sources' }).getByRole('row').filter({ hasText: 'Ferries' });
    await expect(row).toContainText('1 removed', settled);
    await act(page, 'Report');
    const panel = page.getByRole('dialog', { name: 'Ferries' });
    await expect(panel.getByRole('row').filter({ hasText: 'Beta ferry' })).toContainText('Removed');
    await builder.look('report');
    await page.keyboard.press('Escape');
    await section(page, 'All documents');
    await expect(documents).toContainText('Alpha ferry');
    await expect(documents).not.toContainText('Beta ferry');
  });

  await test.step('the source goes, and takes its documents along', async () => {
    await section(page, 'Website URL');
    await expect(page.getByRole('button', { name: 'Import the website' })).toBeVisible();
    await builder.look('website');
    await section(page, 'Import data');
    await act(page, 'Delete');
    const dialog = page.getByRole('dialog', { name: 'Delete “Ferries”?' });
    await expect(dialog.getByRole('checkbox')).toBeChecked();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(/“Ferries” was deleted with 1 document/)).toBeVisible();
    await section(page, 'All documents');
    await expect(documents).toContainText('House rules');
    await expect(documents).not.toContainText('Alpha ferry');
  });

  await api.stop();
  builder.expectQuiet();
});
