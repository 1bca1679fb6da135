import { expect, type Page } from '@playwright/test';
import { type OpenidProvider, startOpenidProvider } from './src/fakes/openid-provider.ts';
import { test as base } from './src/fixtures.ts';
import { type Product, password, startProduct } from './src/product.ts';
import { answered, makeKnowledgeBase } from './src/steps.ts';

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

const signInAtProvider = async (page: Page, name: string): Promise<void> => {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('anything');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
};

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
    await signInAtProvider(page, 'lovelace');
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

test('an invited app user goes through the pages of a provider to /user/sign-up and into the chat', {
  tag: ['@PRIVATE-05'],
}, async ({ product, identity, visitor }) => {
  const { page } = visitor;
  const owner = product.visitor();
  const account = { name: 'Ada Lovelace', email: 'ada@example.org', password, companyName: 'Harbour Works' };
  await owner.post('/api/auth/sign-up', account);
  const app = { name: 'Harbour help desk', access: 'PRIVATE', themeName: 'Green' };
  const { appId } = await owner.post<{ appId: string }>('/api/content/manage-app', app);
  const opened: string[] = [];
  page.on('framenavigated', (frame) => opened.push(new URL(frame.url()).pathname));
  const begin = async () => {
    await page.goto(`${product.origin}/chat/${appId}`);
    await expect(page).toHaveURL(`${product.origin}/user/sign-in?app=${appId}`);
    await page.getByRole('button', { name: 'Continue with Acme login' }).click();
    await expect(page).toHaveURL(new RegExp(`^${identity.issuer}/interaction/`));
  };

  await test.step('cancel at the provider', async () => {
    await begin();
    await page.getByRole('link', { name: '[ Cancel ]' }).click();
    await expect(page.getByRole('heading', { name: 'You were not signed in' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('You cancelled the sign-in');
    await visitor.look('cancelled');
    await page.getByRole('link', { name: 'Back to the sign-in' }).click();
  });

  await test.step('an address that nobody invited stays outside', async () => {
    await begin();
    await signInAtProvider(page, 'mary');
    await expect(page).toHaveURL(new RegExp(`^${product.origin}/user/sign-up`));
    await expect(page.getByRole('alert')).toContainText('was not invited to the app');
    await visitor.look('not-invited');
  });

  await test.step('the invited address gets in, by way of /user/sign-up', async () => {
    await owner.post('/api/content/manage-access', {
      entityId: appId,
      email: 'mary@example.com',
      as: 'APP_USER',
    });
    opened.length = 0;
    await page.goto(`${product.origin}/user/sign-in?app=${appId}`);
    await visitor.look('sign-in');
    await page.getByRole('button', { name: 'Continue with Acme login' }).click();
    await expect(page).toHaveURL(`${product.origin}/user/chat?app=${appId}`);
    // The router of a page replaces the address too.
    expect([...new Set(opened.slice(opened.indexOf('/auth/callback')))]).toEqual([
      '/auth/callback',
      '/user/sign-up',
      '/user/chat',
    ]);
    await expect(page.getByText('Signed in as mary@example.com')).toBeVisible();
    await page.getByRole('textbox').fill('When does the harbour open?');
    await page.keyboard.press('Enter');
    await answered(page);
  });
});

test('signing in at a provider beside unsaved work closes its window and saves the work', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  await page.goto(`${product.origin}/agents`);
  await page.getByRole('button', { name: 'Continue with Acme login' }).click();
  await signInAtProvider(page, 'lovelace');
  await expect(page).toHaveURL(`${product.origin}/agents`);
  const id = await makeKnowledgeBase(page, 'Handbook');
  await page.goto(`${product.origin}/knowledge-base/${id}/settings`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour handbook');
  await product.sql('delete from sessions');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' });
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('button', { name: 'Continue with Acme login' }).click();
  const beside = await opened;
  if (!beside.isClosed()) await beside.waitForEvent('close');
  await expect(page.getByText('Settings updated successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
});
