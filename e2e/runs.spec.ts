import { expect, type Page } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { makeKnowledgeBase, signUp } from './src/steps.ts';

/** Long enough to be read for some seconds. */
const logbook = Array.from(
  { length: 60_000 },
  (_nothing, day) =>
    `On day ${day} the crew of barge ${day % 97} measured ${(day * 37) % 900} centimetres at weir ${day % 13}. `,
).join('\n\n');

const addFile = async (page: Page, name: string, content: string) => {
  await expect(page.getByText(/up to \d+ MB each/)).toBeVisible();
  await page
    .locator('input[type=file]:not([webkitdirectory])')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
  await expect(page.getByRole('table', { name: 'Documents' })).toContainText(name);
};

const showRun = async (page: Page, document: string) => {
  await page.getByRole('button', { name: `Actions for ${document}` }).click();
  await page.getByRole('menuitem', { name: 'Show the run' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Import of a document' })).toBeVisible();
};

test('a run is watched while it continues, cancelled, and another one retried', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const steps = page.getByRole('list', { name: 'Steps of the run' });
  const header = page.getByRole('main').locator('header').first();
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  const base = await makeKnowledgeBase(page, 'Barges');

  await test.step('an import shows its steps as they appear, and ends when it is cancelled', async () => {
    await addFile(page, 'logbook.txt', logbook);
    await showRun(page, 'logbook.txt');
    await expect(steps.getByRole('button', { name: /Running Reading/ })).toBeVisible({ timeout: 60_000 });
    await builder.look('under-way');
    await page.getByRole('button', { name: 'Cancel run' }).click();
    await expect(header.getByText('Cancelled', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole('button', { name: 'Cancel run' })).toBeHidden();
    await builder.look('cancelled');
  });

  await test.step('a failed import says why, and a retry is a run of its own', async () => {
    await page.goto(`${product.origin}/knowledge-base/${base}/documents`);
    await addFile(page, 'broken.pdf', '%PDF-1.7 and nothing else');
    await showRun(page, 'broken.pdf');
    await expect(header.getByText('Failed', { exact: true })).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('note', { name: 'Cause' })).toBeVisible();
    await builder.look('failed');
    const failed = page.url();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page).not.toHaveURL(failed);
    await expect(header.getByText('Failed', { exact: true })).toBeVisible({ timeout: 60_000 });
  });

  await test.step('the list of the knowledge base has all three', async () => {
    await page.goto(`${product.origin}/knowledge-base/${base}/history`);
    await page.getByRole('link', { name: 'runs of this knowledge base' }).click();
    const table = page.getByRole('table', { name: 'Runs' });
    await expect(table.getByRole('link', { name: /Import of a document/ })).toHaveCount(3);
    await builder.look('list');
    await page.getByLabel('Status').selectOption('Cancelled');
    await expect(table.getByRole('link', { name: /Import of a document/ })).toHaveCount(1);
    await expect(table).toContainText('logbook.txt');
  });
});
