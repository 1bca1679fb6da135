import { type Browser, expect, type Page } from '@playwright/test';
import { startProduct } from '../product.ts';
import { signUp } from '../steps.ts';

const folder = 'docs/screenshots';
const waiting = { timeout: 60_000 };

const picture = (page: Page, name: string) => page.screenshot({ path: `${folder}/${name}.png` });

/** Takes the pictures of the guide with the built product on an empty data folder: the start, and the chat with its link. */
export const takePictures = async (browser: Browser): Promise<void> => {
  const product = await startProduct();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, colorScheme: 'light' });
    await page.goto(`${product.origin}/signup`);
    await signUp(page, 'Ada Lovelace');
    await expect(page.getByText('Drop files here, or choose them')).toBeVisible();
    await picture(page, 'start');
    await page.getByRole('button', { name: 'Try with a sample document' }).click();
    const chat = page.frameLocator('iframe[title^="Chat with"]');
    await chat.getByRole('button', { name: /\?$/ }).first().click(waiting);
    await expect(chat.getByRole('list', { name: 'Sources' })).toBeVisible(waiting);
    await page.getByRole('button', { name: 'Share with a link' }).click();
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
    await picture(page, 'home');
  } finally {
    await product.close();
  }
};
