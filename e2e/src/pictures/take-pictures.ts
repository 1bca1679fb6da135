import { type Browser, expect, type Page } from '@playwright/test';
import { startProduct } from '../product.ts';
import { signUp } from '../steps.ts';

const folder = 'docs/screenshots';
const waiting = { timeout: 60_000 };
const light = { colorScheme: 'light', reducedMotion: 'reduce' } as const;

const picture = (page: Page, name: string) => page.screenshot({ path: `${folder}/${name}.png` });

/** Takes a picture of a dialog alone. */
const pictureOf = async (page: Page, dialog: string, name: string): Promise<void> => {
  await page.getByRole('dialog', { name: dialog }).screenshot({ path: `${folder}/${name}.png` });
};

/** The start, and the chat in its place with its link. Returns the link. */
const takeFirstMinute = async (page: Page, origin: string): Promise<string> => {
  await page.goto(`${origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  await expect(page.getByText('Drop files here, or choose them')).toBeVisible(waiting);
  await picture(page, 'start');
  await page.getByRole('button', { name: 'Try with a sample document' }).click();
  const chat = page.frameLocator('iframe[title^="Chat with"]');
  await chat.getByRole('button', { name: /\?$/ }).first().click(waiting);
  await expect(chat.getByRole('list', { name: 'Sources' })).toBeVisible(waiting);
  await page.getByRole('button', { name: 'Share with a link' }).click();
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible(waiting);
  await picture(page, 'home');
  return page.getByLabel('Link', { exact: true }).inputValue();
};

/** A figure quoted from a table, beside the page with its row marked. */
const takeChat = async (page: Page, link: string): Promise<void> => {
  await page.setViewportSize({ width: 1440, height: 820 });
  await page.goto(link);
  await page.getByRole('textbox').fill('What does a full overhaul cost?', waiting);
  await page.keyboard.press('Enter');
  const sources = page.getByRole('list', { name: 'Sources' });
  await sources.getByRole('button').first().click(waiting);
  await expect(page.getByText(/^Page \d+ of \d+$/)).toBeVisible(waiting);
  await expect(page.getByText('Opening the page…')).toHaveCount(0, waiting);
  await picture(page, 'chat');
};

/** What a question finds, and why a chunk was lost. */
const takeRetrieval = async (page: Page, origin: string): Promise<void> => {
  await page.setViewportSize({ width: 1280, height: 940 });
  await page.goto(`${origin}/knowledge-base`);
  await page.getByRole('button', { name: 'Close this banner' }).click(waiting);
  await page
    .getByRole('link', { name: /^Larkspur/ })
    .first()
    .click(waiting);
  await page.getByRole('navigation').getByRole('link', { name: 'Retrieval' }).click(waiting);
  const ask = async (question: string) => {
    await page.getByRole('textbox', { name: 'Question' }).fill(question, waiting);
    await page.getByRole('button', { name: 'Find chunks' }).click();
  };
  await ask('How long is the warranty on batteries?');
  await expect(page.getByRole('button', { name: /^Open in source/ }).first()).toBeVisible(waiting);
  await picture(page, 'retrieval');
  await page.getByLabel('Score threshold', { exact: true }).fill('0.9');
  await ask('How many days of annual leave are there?');
  await page.getByRole('button', { name: 'Not found?' }).click(waiting);
  await page
    .getByRole('textbox', { name: /The chunk that you expected/ })
    .fill('The annual leave is 28 days');
  await page.getByRole('button', { name: 'Explain' }).click();
  await expect(page.getByRole('button', { name: /^Lower the threshold/ })).toBeVisible(waiting);
  await pictureOf(page, 'Why was it not found?', 'not-found');
};

/** Takes the pictures of the documents with the built product on an empty data folder. */
export const takePictures = async (browser: Browser): Promise<void> => {
  const product = await startProduct();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, ...light });
    const link = await takeFirstMinute(page, product.origin);
    await takeRetrieval(page, product.origin);
    await takeChat(await browser.newPage(light), link);
  } finally {
    await product.close();
  }
};
