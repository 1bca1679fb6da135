import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { makeApp } from './src/chat.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { answered, signIn } from './src/steps.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const samples = ['When does the ferry sail?', 'Where is the harbour office?', 'Who repairs boats?'];
const ferries = `# Ferries

The ferry sails every day at nine. フェリーは毎日九時に出ます。

המעבורת יוצאת בכל יום בתשע.
`;

/** Reads what a theme sets, in the browser. */
const lookOfBody = `['color-scheme', '--at-canvas', '--at-accent']
  .map((each) => getComputedStyle(document.body).getPropertyValue(each)).join(' ')`;

/** The first theme is the one that a new app has, so it comes last. */
const themes = [
  ['Light mode 2', 'light-mode-2'],
  ['Dark mode', 'dark-mode'],
  ['Blue', 'blue'],
  ['Green', 'green'],
  ['Purple', 'purple'],
  ['Dark Blue', 'dark-blue'],
  ['Light mode 1', 'light-mode-1'],
] as const;

test('an app is given each of the seven themes on its page, and its chat has the colours of that theme', {
  tag: ['@APP-15', '@APP-34', '@APP-35', '@APP-36', '@APP-37', '@APP-38', '@APP-39', '@APP-40'],
}, async ({ product, builder, visitor }) => {
  const owner = await product.signUp('Ada');
  const { client } = owner;
  const { appId } = await client.post<{ appId: string }>('/api/content/manage-app', {
    name: 'Harbour desk',
    access: 'PUBLIC',
  });
  const { page } = builder;
  await page.goto(`${product.origin}/`);
  await signIn(page, owner.email);
  await expect(page).toHaveURL(/\/agents$/);
  await page.goto(`${product.origin}/apps/${appId}?tab=settings`);
  await page.getByRole('button', { name: /^Appearance Bot/ }).click();
  const choices = page.getByRole('group', { name: 'Theme' }).getByRole('radio');
  await expect(choices).toHaveCount(themes.length);
  const colours = new Set<string>();
  for (const [name, attribute] of themes) {
    await page.getByRole('group', { name: 'Theme' }).getByText(name, { exact: true }).click();
    const saved = page.waitForResponse(
      (reply) => reply.request().method() === 'PUT' && reply.url().endsWith('/manage-app'),
    );
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await saved).status()).toBe(200);
    const chat = visitor.page;
    await chat.goto(`${product.origin}/chat/${appId}`);
    const body = chat.locator('body');
    await expect(body).toHaveAttribute('data-chat-theme', attribute);
    colours.add(await chat.evaluate<string>(lookOfBody));
  }
  expect(colours.size).toBe(themes.length);
});

test('a chat has the name, pictures, welcome, questions and colours of its app, and saves its sources', {
  tag: ['@CHAT-03'],
}, async ({ product, visitor }) => {
  const { client } = await product.signUp('Ada');
  const base = await makeBase(client, 'Harbour');
  await upload(client, base, [{ name: 'ferries.md', content: ferries }]);
  await settled(client, base);
  const appId = await makeApp(client, 'Harbour desk', base);
  await client.send('PUT', '/api/content/manage-app', {
    appId,
    botName: 'Captain',
    welcomeMessage: 'Ahoy! What do you want to know?',
    sampleQuestions: samples,
    themeName: 'Green',
    followUp: true,
  });
  for (const kind of ['bot-icon', 'bot-logo']) {
    const form = new FormData();
    form.append('file', new Blob([png], { type: 'image/png' }), 'picture.png');
    expect((await client.send('PUT', `/api/content/${kind}/${appId}`, form)).status).toBe(200);
  }
  const { page } = visitor;
  await page.goto(`${product.origin}/chat/${appId}`);

  await test.step('before the first question', async () => {
    await expect(page.getByRole('heading', { name: 'Harbour desk' })).toBeVisible();
    await expect(page.getByText('Ahoy! What do you want to know?')).toBeVisible();
    const pictures = page.locator('img');
    await expect(pictures).toHaveCount(2);
    for (const picture of await pictures.all()) await expect(picture).toHaveJSProperty('naturalWidth', 1);
    await expect(page.getByRole('list', { name: 'Questions to begin with' }).getByRole('button')).toHaveText(
      samples,
    );
    await expect(page.getByRole('textbox', { name: 'Ask Captain' })).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-chat-theme', 'green');
    await visitor.look('chat-look');
  });

  await test.step('an answer stands under the name and picture of the bot', async () => {
    await page.getByRole('button', { name: 'When does the ferry sail?' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Ask Captain' })).toBeFocused();
    await answered(page);
    const turn = page.getByRole('log').locator('article').last();
    await expect(turn.getByRole('heading', { name: 'Captain answered' })).toBeVisible();
    await expect(turn.locator('h2 img')).toBeVisible();
    await visitor.look('chat-answer');
  });

  await test.step('the sources are saved as a PDF, in every script', async () => {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Sources as PDF' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe('When does the ferry sail.pdf');
    const data = new Uint8Array(await readFile(await file.path()));
    const document = await getDocument({ data, verbosity: 0 }).promise;
    const first = await document.getPage(1);
    const { items } = await first.getTextContent();
    const texts = items.flatMap((item) => ('str' in item && item.str !== '' ? [item.str] : []));
    expect(texts[0]).toBe('ferries.md');
    expect(texts[1]).toMatch(/^chk_/);
    // Japanese and Hebrew are painted with the fonts of the browser.
    const { fnArray } = await first.getOperatorList();
    expect(fnArray.filter((each) => each === OPS.paintImageXObject).length).toBeGreaterThan(0);
  });
  visitor.expectQuiet();
});
