import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { clientOf, makeFlow, pieceStep } from './src/flows.ts';
import { signUp } from './src/steps.ts';

/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);
const csv = 'name,city\nAnn,Oslo\nBen,Rome\n';

test('files come with a call, are worked on, looked at and downloaded, and are attached by hand', async ({
  product,
  builder,
  request,
}) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  const client = await clientOf(page, product.origin);
  const flowId = await makeFlow(client, 'People', [
    pieceStep('Read the table', ['csv', 'parse_csv'], { text: '{{trigger.body.table}}', hasHeader: true }),
    pieceStep('Write JSON', ['json', 'write_json'], { value: '{{step_1}}' }),
    pieceStep('Make a file', ['files', 'write_text'], {
      name: 'all people of the list.json',
      text: '{{step_2}}',
    }),
  ]);
  await client.post(`/api/orchestrator/flows/${flowId}/publish`, {});

  await test.step('a form with files starts the flow, whose run has them', async () => {
    await request.post(`${product.origin}/api/orchestrator/webhooks/${flowId}`, {
      multipart: {
        table: { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) },
        photo: { name: 'photo.png', mimeType: 'image/png', buffer: pixel },
        other: { name: 'parts.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([1, 2]) },
      },
    });
    await page.goto(`${product.origin}/flows/${flowId}?tab=runs`);
    await page.getByRole('link', { name: 'People' }).first().click();
    await expect(page.getByText('All People Of The…')).toBeVisible();
    await builder.look('flow-files');
  });

  await test.step('a table and a picture are shown, and other files are only downloaded', async () => {
    await page.getByRole('button', { name: 'Show people.csv' }).click();
    await expect(page.getByRole('region', { name: 'Text of the document' }).getByText('Oslo')).toBeVisible();
    await builder.look('flow-files-table');
    await page.getByRole('button', { name: 'Show photo.png' }).click();
    await expect(page.getByRole('img', { name: 'photo.png' })).toBeVisible();
    await builder.look('flow-files-picture');
    await expect(page.getByRole('button', { name: 'Show parts.bin' })).toHaveCount(0);
  });

  await test.step('the file that a step made is downloaded under its own name', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download all people of the list.json' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('all people of the list.json');
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toEqual([
      { name: 'Ann', city: 'Oslo' },
      { name: 'Ben', city: 'Rome' },
    ]);
  });

  await test.step('a file is attached by hand to the data of a run', async () => {
    await page.getByRole('button', { name: 'Run again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Run again?' });
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: 'Attach a file' }).click();
    const chooser = await choosing;
    await chooser.setFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(dialog.getByText('more.csv is in the data as “file”.')).toBeVisible();
    await builder.look('flow-files-attach');
    await dialog.getByRole('button', { name: 'Run again' }).click();
    await expect(page.getByRole('button', { name: 'Show more.csv' })).toBeVisible();
  });
  builder.expectQuiet();
});
