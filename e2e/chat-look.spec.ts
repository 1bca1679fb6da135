import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { getDocument, OPS } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { makeApp } from './src/chat.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { answered } from './src/steps.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const samples = ['When does the ferry sail?', 'Where is the harbour office?', 'Who repairs boats?'];
const ferries = `# Ferries

The ferry sails every day at nine. フェリーは毎日九時に出ます。

המעבורת יוצאת בכל יום בתשע.
`;

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
