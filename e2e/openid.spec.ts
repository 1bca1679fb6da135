import { expect } from '@playwright/test';
import { type OpenidProvider, startOpenidProvider } from './src/fakes/openid-provider.ts';
import { test as base } from './src/fixtures.ts';
import { type Product, startProduct } from './src/product.ts';

/** Runs the product with a hosted identity provider. */
const test = base.extend<{ identity: OpenidProvider; product: Product }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that this one needs from the
  // pattern.
  identity: async ({}, use) => {
    const identity = await startOpenidProvider();
    await use(identity);
    await identity.close();
  },
  product: async ({ identity }, use) => {
    const product = await startProduct({ env: identity.env });
    identity.serve(product.origin);
    await use(product);
    await product.close();
  },
});

test('through the pages of a hosted provider to /agents, and out again at both', {
  tag: ['@AUTH-01', '@ROUTE-52', '@SESSION-18'],
}, async ({ product, identity, builder }) => {
  const { page } = builder;

  await test.step('sign in at the provider', async () => {
    await page.goto(`${product.origin}/agents`);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await builder.look('sign-in');
    await page.getByRole('button', { name: 'Continue with Acme login' }).click();
    await expect(page).toHaveURL(new RegExp(`^${identity.issuer}/interaction/`));
    await page.getByPlaceholder('Enter any login').fill('lovelace');
    await page.getByPlaceholder('and password').fill('anything');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(`${product.origin}/agents`);
    await expect(page.getByRole('heading', { level: 1, name: /Ada/ })).toBeVisible();
  });

  await test.step('see the provider among the ways to sign in', async () => {
    await page.goto(`${product.origin}/settings/security`);
    await expect(page.getByText('lovelace@example.com')).toBeVisible();
    await expect(page.getByText(/your only way to sign in/)).toBeVisible();
    await builder.look('security', { fullPage: true });
  });

  await test.step('sign out here and there', async () => {
    await page.getByRole('button', { name: /Ada/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(new RegExp(`^${identity.issuer}/session/end`));
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await expect(page).toHaveURL(`${product.origin}/`);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await page.getByRole('button', { name: 'Continue with Acme login' }).click();
    await expect(page.getByPlaceholder('Enter any login')).toBeVisible();
  });

  await test.step('cancel at the provider', async () => {
    await page.getByRole('link', { name: '[ Cancel ]' }).click();
    await expect(page.getByRole('alert')).toContainText('You cancelled the sign-in');
    await builder.look('cancelled');
    await page.getByRole('button', { name: 'Back to the sign-in' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  });
});
