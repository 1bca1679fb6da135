import { fileURLToPath } from 'node:url';
import type { Browser } from '@playwright/test';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Prints the sample document that comes with the product. */
export const printSample = async (browser: Browser): Promise<void> => {
  const page = await browser.newPage();
  await page.goto(`file://${here('./larkspur-bicycles.html')}`);
  await page.pdf({
    path: here('../../../apps/web/src/lib/sample/larkspur-bicycles.pdf'),
    preferCSSPageSize: true,
    tagged: true,
  });
};
