import { chromium } from '@playwright/test';
import { startProduct } from '../src/product.ts';
import { signUp } from '../src/steps.ts';

const product = await startProduct();
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
page.on('console', (m) => console.log('console', m.type(), m.text().slice(0, 600)));
page.on('pageerror', (e) => console.log('pageerror', e.stack));
try {
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  await page.waitForTimeout(4000);
} catch (e) {
  console.log(String(e).slice(0, 800));
}
await page.screenshot({ path: '/tmp/h-play.png' });
await browser.close();
await product.close();
