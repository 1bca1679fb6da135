import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Prints the sample document of the product: `npm run pictures -- sample`. */
export const printSample = async (): Promise<void> => {
  const browser = await chromium.launch({
    executablePath: process.env['ATELIER_CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  await page.goto(`file://${here('./larkspur-bicycles.html')}`);
  await page.pdf({
    path: here('../../../apps/web/src/lib/sample/larkspur-bicycles.pdf'),
    preferCSSPageSize: true,
    tagged: true,
  });
  await browser.close();
};
