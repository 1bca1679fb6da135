import { expect, type Page } from '@playwright/test';
import { notes } from './src/documents.ts';
import { test } from './src/fixtures.ts';
import { answered, signUp } from './src/steps.ts';

/** The time in milliseconds that a newcomer should need, with a wide margin for slow machines. */
const minute = 60_000;

const chatOf = (page: Page) => page.frameLocator('iframe[title^="Chat with"]');
const lastAnswer = (page: Page) => chatOf(page).getByRole('log').locator('article').last();

const arrive = async (page: Page, origin: string): Promise<void> => {
  await page.goto(`${origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  await expect(page.getByText('Drop files here, or choose them')).toBeVisible();
};

const askFirstSuggestion = async (page: Page): Promise<void> => {
  const frame = chatOf(page);
  await frame.getByRole('button', { name: /\?$/ }).first().click({ timeout: minute });
  await expect(lastAnswer(page).locator('[aria-busy="false"]')).toBeVisible();
  await expect(lastAnswer(page).getByRole('list', { name: 'Sources' })).toBeVisible();
};

const share = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Share with a link' }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
  return page.getByLabel('Link', { exact: true }).inputValue();
};

test('from an empty company to a shared link with a cited answer within a minute', {
  tag: ['@ONBOARD-13', '@APP-20', '@UI-07'],
}, async ({ product, builder, visitor }) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  const began = performance.now();
  await signUp(page, 'Ada Lovelace');
  await expect(page.getByText('Drop files here, or choose them')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Email verification' })).toHaveCount(0);
  await builder.look('start');
  await page.getByRole('button', { name: 'Try with a sample document' }).click();
  await expect(page.getByRole('region', { name: 'Your chat' })).toBeFocused({ timeout: minute });
  await askFirstSuggestion(page);
  await builder.look('chat-in-place', { fullPage: true });
  await expect(page.getByText('So far it is open to people of Harbour Works alone.')).toBeVisible();
  const link = await share(page);
  const took = performance.now() - began;
  test.info().annotations.push({ type: 'seconds', description: (took / 1000).toFixed(1) });
  expect(took).toBeLessThan(minute);
  await builder.look('shared', { fullPage: true });

  await test.step('anyone with the link gets a cited answer, until sharing ends', async () => {
    const chat = visitor.page;
    await chat.goto(link);
    await chat.getByRole('button', { name: /\?$/ }).first().click();
    await answered(chat);
    await expect(chat.getByRole('log').locator('article').last()).toContainText('Larkspur Bicycles.pdf');
    await page.getByRole('switch', { name: /^Anyone who has the link/ }).click();
    await expect(page.getByRole('button', { name: 'Share with a link' })).toBeVisible();
    await chat.reload();
    await expect(chat.getByText('This app is private.')).toBeVisible();
    await expect(chat).toHaveURL(/\/user\/sign-in\?app=/);
  });

  await test.step('a reload keeps the place, and afterwards Home shows what was made', async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Share with a link' })).toBeVisible();
    await page.getByRole('button', { name: 'Done, go to the start page' }).click();
    await expect(page.getByRole('link', { name: /^Larkspur Bicycles/ }).first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Email verification' })).toBeVisible();
    await builder.look('home-afterwards');
    builder.expectQuiet();
  });
});

test('a file that cannot be read says why, and another one takes its place', async ({ product, builder }) => {
  const { page } = builder;
  await arrive(page, product.origin);
  const broken = {
    name: 'broken.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 and nothing more'),
  };
  await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(broken);
  await expect(page.getByRole('listitem').filter({ hasText: 'broken.pdf' })).toContainText('Failed');
  await builder.look('failed');
  const start = page.getByRole('region', { name: 'Your first documents' });
  await start.locator('input[type=file]:not([webkitdirectory])').setInputFiles(notes(2));
  await expect(page.getByRole('button', { name: 'Share with a link' })).toBeVisible({ timeout: minute });
});

test('pasted text is enough, by keyboard alone', async ({ product, builder }) => {
  const { page } = builder;
  await arrive(page, product.origin);
  await page.getByRole('button', { name: 'Paste text' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Text', { exact: true })).toBeFocused();
  await page.keyboard.type('The night ferry to Trelleborg is at 23:40. The ticket costs 32 euros.');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  const question = chatOf(page).getByRole('textbox', { name: /^Ask / });
  await question.fill('When is the night ferry?', { timeout: minute });
  await question.press('Enter');
  await expect(lastAnswer(page)).toContainText('23:40');
});
