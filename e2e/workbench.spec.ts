import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import type { Client } from './src/client.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import type { Product } from './src/product.ts';
import { signIn } from './src/steps.ts';

interface Settings {
  retrieval: { topK: number };
  conversations: number;
}

/** Makes an app that knows about ferries, and opens its settings. */
const openSettings = async (product: Product, page: Page) => {
  const { client, email } = await product.signUp('Ada');
  const base = await makeBase(client, 'Ferries');
  await upload(client, base, [
    { name: 'ferries.md', content: '# Ferries\n\nThe Alpha ferry leaves at six in the morning.\n' },
    { name: 'pets.md', content: '# Pets\n\nDogs travel free of charge on every ferry.\n' },
  ]);
  await settled(client, base);
  const appId = await makeApp(client, 'Harbour', base);
  await page.goto(`${product.origin}/apps/${appId}?tab=settings`);
  await signIn(page, email);
  return { client, appId };
};

const topK = async (client: Client, appId: string): Promise<number> =>
  (await client.send<Settings>('GET', `/api/content/manage-app/${appId}`)).data.retrieval.topK;

/** On a phone, settings and chat are two tabs. */
const show = async (page: Page, part: 'Settings' | 'Try it') => {
  const tab = page.getByRole('radiogroup', { name: 'Part of the workbench' }).getByText(part);
  if (await tab.isVisible()) await tab.click();
};

const ask = async (page: Page, question: string) => {
  await show(page, 'Try it');
  await page.getByRole('textbox', { name: 'Question to try' }).fill(question);
  await page.keyboard.press('Enter');
};

test('a builder tries a change before saving it, and sees why it answers so', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const { client, appId } = await openSettings(product, page);
  await expect(page.getByRole('button', { name: /^Configure Bot/ })).toBeVisible({ timeout: 60_000 });
  expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(1600);
  await builder.look('workbench', { fullPage: true });

  await test.step('a change is tried', async () => {
    await page.getByRole('button', { name: /^Configure Bot/ }).click();
    await page.getByText('Manual', { exact: true }).click();
    await page.getByLabel('Chunks (top K)').fill('1');
    await ask(page, 'When does the Alpha ferry leave?');
    const trial = page.getByRole('log', { name: 'Trial' });
    await expect(trial).toContainText('six in the morning');
    await trial.getByRole('button', { name: /^Why this answer/ }).click();
    await expect(trial.getByText('1 read of 1 found')).toBeVisible();
    await expect(trial.getByText(/ferries\.md · cited/)).toBeVisible();
    await expect(trial.getByText(/^Found because/)).toBeVisible();
    await builder.look('workbench-why', { fullPage: true });
  });

  await test.step('nothing of it is kept', async () => {
    expect(await topK(client, appId)).not.toBe(1);
    const { data: before } = await client.send<Settings>('GET', `/api/content/manage-app/${appId}`);
    expect(before.conversations).toBe(0);
    await show(page, 'Settings');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Settings updated successfully')).toBeVisible();
    await builder.look('workbench-saved', { fullPage: true });
    expect(await topK(client, appId)).toBe(1);
  });

  await test.step('the settings before come back, and an old version is deleted', async () => {
    await page.goto(`${product.origin}/apps/${appId}?tab=versions`);
    await page.getByRole('button', { name: /^Version 1/ }).click();
    const differences = page.getByRole('list', { name: 'Differences' });
    await expect(differences).toContainText('Configuration');
    await expect(differences).toContainText('Manual');
    await builder.look('differences');
    await page.getByRole('button', { name: 'Go back to version 1' }).click();
    await expect(page.getByText('The earlier settings are in use again.')).toBeVisible();
    expect(await topK(client, appId)).not.toBe(1);
    await page.getByRole('button', { name: 'Actions for Version 2' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Version deleted successfully')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Version 2/ })).toHaveCount(0);
    await builder.look('versions', { fullPage: true });
  });
});

test('the link of an app is saved as a picture of a QR code', async ({ product, builder }) => {
  const { page } = builder;
  const { client, email } = await product.signUp('Ada');
  const base = await makeBase(client, 'Ferries');
  const appId = await makeApp(client, 'Harbour', base);
  await page.goto(`${product.origin}/apps/${appId}`);
  await signIn(page, email);
  await page.getByRole('button', { name: 'Show it as a QR code' }).click();
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible();
  await builder.look('qr-code', { fullPage: true });
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a picture' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('Harbour QR code.png');
  const bytes = await readFile(await download.path());
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
  // Width and height stand in the first chunk of a PNG.
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(600);
  expect(bytes.readUInt32BE(20)).toBe(bytes.readUInt32BE(16));
});
