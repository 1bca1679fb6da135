import { expect, type Page } from '@playwright/test';
import type { RealFile } from './documents.ts';
import { password } from './product.ts';

/** Opens a section from the account menu, the top menu or, on a phone, the menu behind the button. */
export const openSection = async (page: Page, label: string): Promise<void> => {
  await expect(page.getByRole('banner')).toBeVisible();
  const burger = page.getByRole('button', { name: 'Open the menu' });
  if (await burger.isVisible()) {
    await burger.click();
    await page.getByRole('dialog').getByRole('link', { name: label, exact: true }).click();
  } else await page.getByRole('banner').getByRole('link', { name: label, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
};

export const signUp = async (page: Page, name: string): Promise<string> => {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}.${Date.now()}@example.com`;
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Company name').fill('Harbour Works');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL(/\/agents$/);
  return email;
};

export const signIn = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
};

export const makeKnowledgeBase = async (page: Page, name: string): Promise<string> => {
  await openSection(page, 'Knowledge');
  await page.getByRole('button', { name: 'New knowledge base' }).click();
  const dialog = page.getByRole('dialog', { name: 'New knowledge base' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/knowledge-base\/kb_\w+\/documents/);
  // It has a field for files too, until it has closed.
  await expect(dialog).toBeHidden();
  return new URL(page.url()).pathname.split('/')[2] ?? '';
};

/** Runs in the browser, so it is a text that the type checker does not see. */
const unpackFiles = `(given) => {
  const dropped = new DataTransfer();
  for (const { name, mimeType, data } of given) {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    dropped.items.add(new File([bytes], name, { type: mimeType }));
  }
  return dropped;
}`;

/** Drops files on the page as a mouse does. */
export const dropFiles = async (page: Page, files: readonly RealFile[]): Promise<void> => {
  const packed = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    data: buffer.toString('base64'),
  }));
  const transfer = await page.evaluateHandle<object>(`(${unpackFiles})(${JSON.stringify(packed)})`);
  const zone = page.getByText(/^Drop (your first|more) documents here$/);
  for (const event of ['dragenter', 'dragover', 'drop'])
    await zone.dispatchEvent(event, { dataTransfer: transfer });
};

/** Waits until every file is accounted for, and none is pending or failed. */
export const expectImported = async (page: Page, count: number, within = 120_000): Promise<void> => {
  const balance = page.getByRole('group', { name: /What has become of the (files|documents)/ });
  await expect(balance).toContainText(new RegExp(`${count} (files|documents) found`), { timeout: within });
  await expect(balance).toContainText(`${count} completed`, { timeout: within });
};

/** Goes through the wizard for a public app on one knowledge base, and returns its link. */
export const makePublicApp = async (
  page: Page,
  { name, base, samples = [] }: { name: string; base: string; samples?: readonly string[] },
  look: (step: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> => {
  await openSection(page, 'Apps');
  await page.getByRole('button', { name: 'New app' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page.getByRole('radio', { name: 'Public' }).check();
  await look('app-details');
  await page.getByRole('button', { name: 'Continue' }).click();
  // The only knowledge base is already selected.
  const chosen = page.getByRole('listitem').or(page.locator('[data-with-remove]')).filter({ hasText: base });
  if ((await chosen.count()) === 0) {
    await page.getByRole('combobox', { name: 'Knowledge bases' }).click();
    await page.getByRole('option', { name: base }).click();
    await page.keyboard.press('Escape');
  }
  await look('app-bot');
  await page.getByRole('button', { name: 'Continue' }).click();
  if (samples.length > 0) await page.getByRole('button', { name: 'Add sample questions' }).click();
  for (const [at, sample] of samples.entries())
    await page.getByLabel(`Sample question ${at + 1}`, { exact: true }).fill(sample);
  await look('app-appearance');
  await page.getByRole('button', { name: 'Create app' }).click();
  await expect(page).toHaveURL(/\/apps\/app_\w+$/);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await look('app-overview');
  return page.getByLabel('Link', { exact: true }).inputValue();
};

/** Asks in the public chat and waits for the whole answer. */
export const askInChat = async (page: Page, question: string): Promise<void> => {
  await page.getByRole('textbox', { name: /^Ask / }).fill(question);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('log').locator('article').last()).toContainText(question);
  await answered(page);
};

export const answered = (page: Page): Promise<void> =>
  expect(page.getByRole('log').locator('article').last().locator('[aria-busy="false"]')).toBeVisible();
