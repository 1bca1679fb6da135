import { expect } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { signUp } from './src/steps.ts';

const sections = [
  ['/pricing/overview', 'Overview'],
  ['/pricing/history', 'Billing history'],
  ['/pricing/credit-usage', 'Credit Usage'],
  ['/pricing/usage-limit', 'Usage Limit'],
  ['/pricing/knowledge-storage', 'Knowledge Storage'],
] as const;

test('billing fits a phone: the section one is in is in view, nothing sticks out, and one closes beside the title', {
  tag: ['@HEADER-29'],
}, async ({ product, builder }) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Grace Hopper');
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [path, name] of sections) {
    await page.goto(product.origin + path);
    const current = page.getByRole('navigation', { name: 'Billing' }).getByRole('link', { name });
    await expect(current).toHaveAttribute('aria-current', 'page');
    await expect(current).toBeInViewport({ ratio: 1 });
    const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    expect(excess, path).toBeLessThanOrEqual(0);
  }
  await builder.look('storage-on-a-phone');

  await page.goto(`${product.origin}/cancel-plan`);
  const title = page.getByRole('heading', { level: 1, name: 'Cancel plan' });
  const close = page.getByRole('button', { name: 'Close', exact: true });
  const topOf = async (place: typeof title) => (await place.boundingBox())?.y ?? Number.NaN;
  // A banner may still appear above both and move them.
  await expect.poll(async () => Math.abs((await topOf(close)) - (await topOf(title)))).toBeLessThan(20);
  await builder.look('cancel-on-a-phone');
  await close.click();
  await expect(page).toHaveURL(`${product.origin}/pricing/overview`);
});
