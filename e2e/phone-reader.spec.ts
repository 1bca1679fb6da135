import { expect, type Locator, type Page } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import type { Client } from './src/client.ts';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { pdf, silence } from './src/sample-files.ts';
import { answered, askInChat } from './src/steps.ts';

const phone = { width: 390, height: 844 };

const rates =
  'City,Hotel,Highest rate in euros\nParis,Pont Neuf,120\nRome,Trastevere,95\nVienna,Naschmarkt,110\n';
const pages = [
  'The harbour office is open from eight to six. Lost property is kept for three months.',
  'The night ferry to Trelleborg leaves at 23:40 from pier seven. Tickets are sold until ten in the evening. Bicycles travel free of charge.',
  'In winter the morning departure is left out when there is ice on the river.',
];

const answers: Record<string, string> = {
  'What is the highest hotel rate in Paris and Rome?':
    'These are the highest rates per night:\n\n| City | Hotel | Highest rate |\n|---|---|---|\n| Paris | Pont Neuf | 120 euros [1] |\n| Rome | Trastevere | 95 euros [1] |\n',
  'When does the night ferry to Trelleborg leave?': 'The night ferry leaves at 23:40 from pier seven. [1]',
  'Do bicycles travel free of charge?': 'Yes, bicycles travel free of charge. [1]',
  'Until when are tickets sold?': 'Tickets are sold until ten in the evening. [1]',
};

/** Answers the questions above. What else it is asked is to repeat the last of them so that it can be understood alone. */
const reply = (asked: string): string =>
  answers[asked] ??
  Object.keys(answers).toSorted((one, other) => asked.lastIndexOf(other) - asked.lastIndexOf(one))[0] ??
  '';

const source = (page: Page, name: string) => page.getByRole('dialog', { name });

/** The mark ends with the cited sentence, although the page has one piece of text for the whole line. */
const expectMarkEndsWithQuote = async (sheet: Locator, afterQuote: string) => {
  const line = await sheet.getByText(afterQuote).first().boundingBox();
  const mark = await sheet.locator('i').first().boundingBox();
  if (!line || !mark) throw new Error('The page has no mark.');
  const share = mark.width / line.width;
  expect(Math.abs(mark.x - line.x)).toBeLessThan(4);
  expect(share).toBeGreaterThan(0.6);
  expect(share).toBeLessThan(0.8);
};

/** Nothing may be wider than the screen: the page does not move sideways. */
const expectNothingSticksOut = async (page: Page) =>
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width);

test('a first visitor on a phone asks, reads a cited table, opens the page of the PDF and goes on', async ({
  product,
  visitor,
}) => {
  const model = await startScriptedModel(reply);
  try {
    const { client } = await product.signUp('Ada');
    const base = await makeBase(client, 'Travel');
    await upload(client, base, [
      { name: 'hotel-rates.csv', content: rates },
      { name: 'timetable.pdf', content: await pdf(pages) },
    ]);
    await settled(client, base);
    const appId = await makeApp(client, 'Harbour help', base);
    await model.answerFor(client, appId);
    const { page } = visitor;
    await page.setViewportSize(phone);
    await page.goto(`${product.origin}/chat/${appId}`);
    await expect(page.getByRole('textbox', { name: /^Ask / })).toBeVisible();
    await visitor.look('first-visit');

    await test.step('asks, and reads a table whose rows are cited', async () => {
      await askInChat(page, 'What is the highest hotel rate in Paris and Rome?');
      const row = page.getByRole('log').getByRole('row', { name: /Paris/ });
      await expect(row).toContainText('120 euros');
      await expectNothingSticksOut(page);
      await visitor.look('answer-table');
      await row.getByRole('button', { name: /^Source 1: hotel-rates\.csv/ }).click();
      const sheet = source(page, 'hotel-rates.csv');
      await expect(sheet.locator('mark').filter({ hasText: '120' })).toBeVisible();
      await expectNothingSticksOut(page);
      await visitor.look('source-table');
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
      const other = page.getByRole('log').getByRole('row', { name: /Rome/ });
      await other.getByRole('button', { name: /^Source 1: hotel-rates\.csv/ }).click();
      await expect(sheet.locator('mark').filter({ hasText: '95' })).toBeVisible();
      await expect(sheet.locator('tr[aria-current]')).toContainText('Rome');
      await visitor.look('source-other-row');
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
    });

    await test.step('opens the page of the PDF on which the answer stands', async () => {
      await askInChat(page, 'When does the night ferry to Trelleborg leave?');
      const mark = page
        .getByRole('log')
        .getByRole('button', { name: /^Source 1: timetable\.pdf/ })
        .first();
      await mark.click();
      const sheet = source(page, 'timetable.pdf');
      await expect(sheet.getByRole('toolbar', { name: 'Pages' })).toContainText('Page 2 of 3');
      await expect(sheet.locator('canvas')).toBeVisible();
      await expect(sheet.locator('i').first()).toBeInViewport();
      await expect(mark).toBeInViewport();
      await expectMarkEndsWithQuote(sheet, 'Tickets are sold until ten');
      await expectNothingSticksOut(page);
      await visitor.look('source-page');
      await sheet.getByRole('button', { name: 'Close' }).click();
      await expect(sheet).toBeHidden();
    });

    await test.step('goes on', async () => {
      await askInChat(page, 'Do bicycles travel free of charge?');
      await expect(page.getByRole('log').locator('article').last()).toContainText('free of charge');
      await visitor.look('went-on');
    });

    await test.step('asks the last question in other words, and compares the attempts', async () => {
      const last = page.getByRole('log').locator('article').last();
      await last.getByRole('button', { name: 'Edit the question' }).click();
      await visitor.look('editing');
      await page.getByRole('textbox', { name: 'Your question' }).fill('Until when are tickets sold?');
      await page.getByRole('button', { name: 'Ask again' }).click();
      await answered(page);
      await expect(last).toContainText('ten in the evening');
      await expect(last.getByRole('group', { name: 'Attempts' })).toContainText('2 of 2');
      await visitor.look('attempts');
      await last.getByRole('button', { name: 'Earlier attempt' }).click();
      await expect(last).toContainText('free of charge');
    });
    visitor.expectQuiet();
  } finally {
    await model.close();
  }
});

/** Offers a model that understands every recording as the same talk, and makes it the default. */
const offerTranscription = async (client: Client, baseUrl: string) => {
  const { providerId } = await client.post<{ providerId: string }>('/api/tenant/model-providers', {
    kind: 'openai-compatible',
    name: 'Speech',
    settings: { baseUrl, apiKey: 'a-key-for-tests' },
    transcriptionModels: ['fake-transcription'],
  });
  await client.put('/api/tenant/models/default', {
    type: 'TRANSCRIPTION',
    modelId: `${providerId}/fake-transcription`,
  });
};

test('the source of a recording opens at its second', async ({ product, provider, visitor }) => {
  const { client } = await product.signUp('Ada');
  await offerTranscription(client, provider.env('fake-chat')['OPENAI_BASE_URL'] ?? '');
  const base = await makeBase(client, 'Meetings');
  await upload(client, base, [{ name: 'weekly.wav', content: silence(740) }]);
  await settled(client, base);
  const appId = await makeApp(client, 'Meetings', base);
  const { page } = visitor;
  await page.setViewportSize(phone);
  await page.goto(`${product.origin}/chat/${appId}`);
  await askInChat(page, 'When does the heron project start?');
  await page
    .getByRole('log')
    .getByRole('button', { name: /^Source 1: weekly\.wav/ })
    .first()
    .click();
  const sheet = source(page, 'weekly.wav');
  const player = sheet.locator('audio');
  const second = () => player.evaluate((media: { currentTime: number }) => media.currentTime);
  await expect(player).toBeVisible();
  await expect.poll(second).toBe(725);
  await expect(sheet.locator('[data-chunk]').first()).toContainText('heron project');
  await visitor.look('recording');
  await sheet.getByRole('button', { name: 'Play from 12:05' }).click();
  await expect.poll(second).toBeGreaterThan(725);
  await expectNothingSticksOut(page);
  visitor.expectQuiet();
});
