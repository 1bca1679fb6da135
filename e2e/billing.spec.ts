import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { test as base } from './src/fixtures.ts';
import { type PaymentProvider, startPaymentProvider } from './src/payment-provider.ts';
import { startProduct } from './src/product.ts';
import { signUp } from './src/steps.ts';

const test = base.extend<{ payments: PaymentProvider }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that this one needs from the
  // pattern.
  payments: async ({}, use) => {
    const payments = await startPaymentProvider();
    await use(payments);
    await payments.close();
  },
  product: async ({ payments }, use) => {
    const product = await startProduct({ env: payments.env });
    await payments.tell(product.origin);
    await use(product);
    await product.close();
  },
});

test('from a trial to a paid plan, an invoice, bought credits and back', {
  tag: ['@BILLING-12', '@CANCEL-12'],
}, async ({ product, payments, builder }) => {
  const { page } = builder;
  const heading = (name: string) => page.getByRole('heading', { level: 1, name });
  const pill = page.getByRole('banner').getByRole('button', { name: /^[\d,]+( credits)?$/ });

  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Grace Hopper');
  await expect(pill).toContainText('100,000');

  await page.goto(`${product.origin}/pricing/history`);
  await expect(page.getByText('No invoices yet')).toBeVisible();
  await builder.look('no-invoices', { fullPage: true });

  await page.goto(`${product.origin}/pricing/overview/plan`);
  await page.getByRole('button', { name: 'Start 7-day free trial' }).click();
  await expect(heading('Overview')).toBeVisible();
  await expect(pill).toContainText('1,000,000');
  await page.goto(`${product.origin}/cancel-plan`);
  await expect(page.getByText('There is nothing to cancel')).toBeVisible();

  await page.goto(`${product.origin}/pricing/overview/plan`);
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change to Premium' }).click();
  await expect(page).toHaveURL(new RegExp(`^${payments.origin}/pay/`));
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByText('The payment was not finished, and nothing was charged.')).toBeVisible();
  await expect(page).toHaveURL(`${product.origin}/pricing/overview`);

  await page.goto(`${product.origin}/pricing/overview/plan`);
  await page.getByRole('button', { name: 'Upgrade to Premium' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change to Premium' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(page.getByText('Payment received. Thank you!')).toBeVisible();
  await expect(page).toHaveURL(`${product.origin}/pricing/overview`);
  await expect(pill).toContainText('1,000,000');
  await builder.look('overview', { fullPage: true });

  await page.getByRole('button', { name: 'Buy 100,000 credits' }).click();
  await page.getByRole('button', { name: 'Pay' }).click();
  await expect(pill).toContainText('1,100,000');

  await page.goto(`${product.origin}/pricing/history`);
  await expect(heading('Billing history')).toBeVisible();
  const rows = page.getByRole('row');
  await expect(rows.filter({ hasText: '-0001' })).toContainText(/Premium.*Paid.*\$99\.00/);
  await expect(rows.filter({ hasText: '-0002' })).toContainText(/100,000 credits.*Paid.*\$19\.00/);
  await builder.look('history', { fullPage: true });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^PDF of \w+-0001$/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^invoice-\w+-0001\.pdf$/);
  expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('button', { name: 'Cards and receipts' }).click();
  await expect(page).toHaveURL(new RegExp(`^${payments.origin}/portal/`));
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(heading('Billing history')).toBeVisible();

  await page.goto(`${product.origin}/pricing/overview`);
  await page.getByRole('link', { name: 'Cancel the plan' }).click();
  await expect(heading('Cancel plan')).toBeVisible();
  await page.getByLabel('It is too expensive').check();
  await page.getByLabel('What should we know?').fill('We come back next year.');
  const cancel = page.getByRole('button', { name: 'Cancel Plan' });
  await page.getByLabel('Type CANCEL to confirm').fill('cancel');
  await expect(cancel).toBeDisabled();
  await page.getByLabel('Type CANCEL to confirm').fill('CANCEL');
  await builder.look('cancel-plan', { fullPage: true });
  await cancel.click();
  await expect(page.getByText('Plan canceled successfully')).toBeVisible();
  await expect(heading('Overview')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cancel the plan' })).toHaveCount(0);

  await page.goto(`${product.origin}/pricing/knowledge-storage`);
  await expect(heading('Knowledge Storage')).toBeVisible();
  await builder.look('storage', { fullPage: true });
  builder.expectQuiet();
});
