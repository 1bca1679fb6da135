import { expect, type Page } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { startProduct } from './src/product.ts';
import { makeKnowledgeBase, signUp } from './src/steps.ts';

const expectNotAvailable = async (page: Page, kind: 'App' | 'Agent') => {
  await expect(page.getByRole('heading', { level: 1, name: `${kind} Not Available` })).toBeVisible();
  await expect(
    page.getByText(
      `The link to this ${kind.toLowerCase()} appears to be deleted or deactivated. Please contact your product Admin.`,
    ),
  ).toBeVisible();
  await expect(page.locator('main svg')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()));
};

for (const [path, kind] of [
  ['/app-not-found', 'App'],
  ['/agent-not-found', 'Agent'],
] as const) {
  test(`${path} says that the ${kind.toLowerCase()} is not available and leads back to the start`, {
    tag: ['@ROUTE-63', '@ROUTE-64', '@ROUTE-65', '@ROUTE-66', '@ROUTE-67', '@ROUTE-68'],
  }, async ({ product, builder }) => {
    const { page } = builder;
    await page.goto(product.origin + path);
    await expectNotAvailable(page, kind);
    await builder.look(kind.toLowerCase());
    await page.getByRole('banner').getByRole('link').click();
    await expect(page).toHaveURL(`${product.origin}/`);
    builder.expectQuiet();
  });
}

test('a link to an app that never was shows the same screen under its own address', {
  tag: ['@CHAT-04', '@ROUTE-63'],
}, async ({ product, visitor }) => {
  const { page } = visitor;
  await page.goto(`${product.origin}/chat/app_that_never_was`);
  await expectNotAvailable(page, 'App');
  await expect(page).toHaveURL(`${product.origin}/app-not-found`);
  visitor.expectQuiet(/404 \(Not Found\).*\/api\/content\/chatbot\//);
});

test('an unknown address leads to the landing screen', { tag: ['@ROUTE-56'] }, async ({
  product,
  builder,
}) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  for (const path of ['/no/such/place', '/apps/of/nobody/else', '/%F0%9F%90%99']) {
    await page.goto(product.origin + path);
    await expect(page).toHaveURL(`${product.origin}/agents`);
    await expect(page.getByRole('heading', { level: 1, name: /Ada/ })).toBeVisible();
  }
  builder.expectQuiet();
});

test('the terms and the privacy notice stand where the operator says', {
  tag: ['@ROUTE-34', '@ROUTE-35', '@ROUTE-36'],
}, async () => {
  const env = { TERMS_URL: 'https://example.com/terms', PRIVACY_URL: 'https://example.com/privacy?v=2' };
  const product = await startProduct({ env });
  try {
    for (const [path, target] of [
      ['/terms', env.TERMS_URL],
      ['/privacy', env.PRIVACY_URL],
    ] as const) {
      const answer = await fetch(product.origin + path, { redirect: 'manual' });
      expect([answer.status, answer.headers.get('location')]).toEqual([302, target]);
    }
  } finally {
    await product.close();
  }
});

test('each section of a knowledge base has an address, and what is set there is said to be set', {
  tag: ['@ROUTE-62', '@ERROR-19', '@UI-01'],
}, async ({ product, builder }) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  const id = await makeKnowledgeBase(page, 'Handbook');
  for (const section of ['documents', 'retrieval', 'settings']) {
    await page.goto(`${product.origin}/knowledge-base/${id}/${section}`);
    const here = page.getByRole('link', { name: new RegExp(`^${section}`, 'i') });
    await expect(here).toHaveAttribute('aria-current', 'page');
  }
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour handbook');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const toast = page.getByRole('status').filter({ hasText: 'Settings updated successfully' });
  await expect(toast.locator('.tabler-icon-check')).toBeVisible();
  await expect(toast).toHaveCSS('border-left-color', 'rgb(31, 88, 184)');
  builder.expectQuiet();
});

test('no page runs a script or applies a style of our own origin that it did not bring itself', async ({
  product,
  visitor,
}) => {
  const { page } = visitor;
  await page.goto(`${product.origin}/sign-in`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const blocked = await page.evaluate(`(async () => {
    const add = (element) => new Promise((resolve) => {
      addEventListener('securitypolicyviolation', (event) => resolve(event.violatedDirective), { once: true });
      element.addEventListener('load', () => resolve('it was loaded'));
      document.head.append(element);
    });
    const script = Object.assign(document.createElement('script'), { src: '/color-scheme.js' });
    const style = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/api/health' });
    return [await add(script), await add(style)];
  })()`);
  expect(blocked).toEqual(['script-src-elem', 'style-src-elem']);
});
