import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { Client } from './src/client.ts';
import { test } from './src/fixtures.ts';
import { type Product, password, startProduct } from './src/product.ts';
import { makeKnowledgeBase } from './src/steps.ts';

const phone = { width: 390, height: 844 };

/** Creates a tenant, and signs its owner in with this browser. */
const enter = async (product: Product, page: Page, name = 'Ada Lovelace') => {
  const account = await product.signUp(name);
  await bring(page.context(), account.client, product.origin);
  await page.goto(`${product.origin}/agents`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return account;
};

const bring = (context: BrowserContext, client: Client, url: string) =>
  context.addCookies(
    [...client.cookies].map(([name, value]) => ({ name, value, url, httpOnly: name === 'atelier_session' })),
  );

const setCredits = (product: Product, tenantId: string, credits: number) =>
  product.sql('update ledger_balances set amount = $2 where tenant_id = $1 and account = $$AVAILABLE$$', [
    tenantId,
    credits * 1_000_000,
  ]);

const account = (page: Page) => page.getByRole('button', { name: /^Account of/ });
const openGear = (page: Page) => page.getByRole('button', { name: 'Settings and billing' }).click();
const choose = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name }).click();
const storageOf = (page: Page) =>
  page.evaluate<{ keys: string[]; session: number; cookies: string }>(
    '({ keys: Object.keys(localStorage), session: sessionStorage.length, cookies: document.cookie })',
  );
const toast = (page: Page, text: string) =>
  page.locator('.mantine-Notification-root').filter({ hasText: text });
/** Keeps a toast open: it does not disappear while the mouse is over it. */
const holdOpen = (shown: Locator) => shown.hover();
/** The tokens `--at-info` and `--at-danger` on a light page. */
const blue = 'rgb(31, 88, 184)';
const red = 'rgb(184, 30, 58)';

test('header and menus lead to every page of the account', {
  tag: ['@HEADER-10', '@HEADER-14', '@HEADER-16'],
}, async ({ product, builder }) => {
  const { page } = builder;
  await enter(product, page);
  for (const [name, path] of [
    ['Apps', '/apps'],
    ['Knowledge', '/knowledge-base'],
    ['Models', '/models'],
    ['Agents', '/agents'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(product.origin + path);
  }
  await openGear(page);
  await builder.look('gear');
  await choose(page, 'Settings');
  await expect(page).toHaveURL(`${product.origin}/manage-user`);
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await builder.look('users');
  await openGear(page);
  await choose(page, 'Billing');
  for (const [name, path] of [
    ['Billing history', '/pricing/history'],
    ['Credit Usage', '/pricing/credit-usage'],
    ['Usage Limit', '/pricing/usage-limit'],
    ['Knowledge Storage', '/pricing/knowledge-storage'],
    ['Overview', '/pricing/overview'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Billing' }).getByRole('link', { name }).click();
    await expect(page).toHaveURL(product.origin + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page
    .getByRole('banner')
    .getByRole('button', { name: /credits$/ })
    .click();
  await expect(page).toHaveURL(`${product.origin}/pricing/credit-usage`);
  await page.getByRole('link', { name: 'Atelier, to the start' }).click();
  await expect(page).toHaveURL(`${product.origin}/agents`);
  await page.emulateMedia({ colorScheme: 'dark' });
  await account(page).click();
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await builder.look('account-dark');
  builder.expectQuiet(/api\/(admin|tenant|auth)\/.*40[34]|40[34].*\/api\//);
});

test('a phone has the menu behind a button, and all of the header fits', {
  tag: ['@HEADER-05', '@HEADER-07', '@ROUTE-70'],
}, async ({ product, builder }) => {
  const { page } = builder;
  await page.setViewportSize(phone);
  await enter(product, page);
  const overflow = () =>
    page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(await overflow()).toBe(0);
  await builder.look('phone', { fullPage: true });
  await page.getByRole('button', { name: 'Open the menu' }).click();
  const menu = page.getByRole('dialog');
  await menu.getByRole('link', { name: 'Get Started' }).click();
  await expect(page).toHaveURL(`${product.origin}/knowledge-base/data-import`);
  await page.setViewportSize({ width: 320, height: 700 });
  expect(await overflow()).toBe(0);
  await expect(account(page)).toBeInViewport();
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  await makeKnowledgeBase(page, 'Handbook');
  await page.reload();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(menu.getByRole('link', { name: 'Knowledge' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Get Started' })).toHaveCount(0);
  await builder.look('phone-menu-dark');
  builder.expectQuiet();
});

test('banners stand under the header until they are closed', {
  tag: ['@BANNER-01', '@BANNER-02', '@BANNER-04'],
}, async ({ product, builder }) => {
  const { page } = builder;
  const { client } = await enter(product, page);
  await page.goto(`${product.origin}/apps`);
  const email = page.getByRole('region', { name: 'Email verification' });
  await builder.look('banners');
  await email.getByRole('button', { name: 'Send Again' }).click();
  await expect(email.getByText('Verify link sent to your mail.')).toBeVisible();
  await email.getByRole('button', { name: 'Close this banner' }).click();
  await expect(email).toHaveCount(0);
  await page
    .getByRole('region', { name: 'Free plan' })
    .getByRole('button', { name: 'Start free trial' })
    .click();
  await expect(page).toHaveURL(`${product.origin}/pricing/overview/plan`);
  await client.post('/api/payment/start-trial', {});
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${product.origin}/apps`);
  const trial = page.getByRole('region', { name: 'Free trial' });
  const [begin, end] = await Promise.all(
    [0, 1].map((at) => trial.locator('time').nth(at).getAttribute('datetime')),
  );
  expect(Date.parse(end ?? '') - Date.parse(begin ?? '')).toBe(7 * 24 * 60 * 60 * 1000);
  await expect(email).toHaveCount(0);
  await builder.look('trial-phone-dark');
  await trial.getByRole('button', { name: 'Close this banner' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('region')).toHaveCount(0);
  builder.expectQuiet();
});

test('a low balance is warned of once, blue with a warning sign', {
  tag: ['@CREDIT-03', '@CREDIT-04', '@UI-02'],
}, async ({ product, builder }) => {
  const { page } = builder;
  const { tenantId } = await enter(product, page);
  await expect(page.getByRole('button', { name: /000 credits$/ })).toBeVisible();
  await setCredits(product, tenantId, 999.5);
  await page.reload();
  const warning = page.getByText('Your credit balance is low.');
  await holdOpen(toast(page, 'credit balance'));
  await expect(warning).toBeVisible();
  await expect(toast(page, 'credit balance')).toHaveCSS('border-top-color', blue);
  await expect(page.locator('.mantine-Notification-root .tabler-icon-alert-triangle')).toBeVisible();
  await builder.look('low-credits');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(warning).toHaveCount(0);
  const pill = page.getByRole('button', { name: /^999 credits/ });
  await pill.hover();
  await expect(page.getByRole('tooltip', { name: 'Low Credits' })).toBeVisible();
  const again = page.waitForResponse(/\/api\/payment\/subscription/);
  await page.reload();
  await again;
  await expect(pill).toBeVisible();
  await expect(warning).toHaveCount(0);
  await setCredits(product, tenantId, 998);
  await page.reload();
  await expect(warning).toBeVisible();
  builder.expectQuiet();
});

test('switching the company moves everything there', {
  tag: ['@TENANT-06', '@TENANT-10', '@HEADER-22'],
}, async ({ product, builder }) => {
  const { page } = builder;
  const ada = await product.signUp('Ada Lovelace');
  const grace = await product.signUp('Grace Hopper');
  const closed = await product.signUp('Mary Somerville');
  await product.sql(
    'insert into memberships (tenant_id, user_id, role) select tenant.id, one.id, $$BUILDER$$ from users one, tenants tenant where one.email = $1 and tenant.id = any($2)',
    [ada.email, [grace.tenantId, closed.tenantId]],
  );
  await product.sql('update tenants set status = $$DISABLED$$ where id = $1', [closed.tenantId]);
  await bring(page.context(), ada.client, product.origin);
  await page.goto(`${product.origin}/apps`);
  await makeKnowledgeBase(page, 'Of Ada');
  await account(page).click();
  const names = page.getByRole('menuitemradio');
  await expect(names).toHaveText([
    /^Ada Lovelace Ltd/,
    /^Grace Hopper Ltd/,
    /^Mary Somerville Ltd.*Disabled/,
  ]);
  await expect(names.nth(2)).toBeDisabled();
  await builder.look('companies');
  await names.nth(1).click();
  await expect(page.getByText('Account switched successfully')).toBeVisible();
  await expect(page).toHaveURL(`${product.origin}/agents`);
  await expect(page.getByRole('banner').getByText('Grace Hopper Ltd')).toBeVisible();
  await expect(page.getByText('Of Ada')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Settings and billing' })).toHaveCount(0);

  const [member] = await product.sql<{ id: string }>('select id from users where email = $1', [ada.email]);
  await grace.client.send('DELETE', `/api/tenant/members/${member?.id ?? ''}`);
  await page.evaluate('dispatchEvent(new Event("visibilitychange"))');
  await expect(page.getByText('This is what is going on at Ada Lovelace Ltd.')).toBeVisible();
  await expect(page.getByText('Of Ada')).toBeVisible();
});

test('changing the password, and leaving nothing behind', {
  tag: ['@PASSWORD-09', '@HEADER-17'],
}, async ({ product, builder }) => {
  const { page } = builder;
  const { email } = await enter(product, page);
  const change = async (current: string, next: string) => {
    await page.getByLabel('Current Password').fill(current);
    await page.getByLabel('Enter New Password').fill(next);
    await page.getByLabel('Confirm New Password').fill(next);
    await page.getByRole('button', { name: 'Update Password' }).click();
  };
  await openGear(page);
  await choose(page, 'Change Password');
  await expect(page.getByRole('dialog', { name: 'Change Password' })).toBeVisible();
  await builder.look('change-password');
  await change('Wrong-Horse-7', 'NewHorse8$');
  const failure = toast(page, 'Invalid password');
  await holdOpen(failure);
  await expect(failure).toHaveCSS('border-top-color', red);
  await expect(failure).toHaveCSS('max-width', '350px');
  expect((await failure.boundingBox())?.width).toBeLessThanOrEqual(350);
  await change(password, 'NewHorse8$');
  await expect(page.getByText('Password changed successfully')).toBeVisible();
  await expect(page).toHaveURL(`${product.origin}/agents`);

  expect((await storageOf(page)).keys).toEqual(['user']);
  await account(page).click();
  await choose(page, 'Sign Out');
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible();
  await expect(page).toHaveURL(`${product.origin}/`);
  expect(await storageOf(page)).toEqual({ keys: [], session: 0, cookies: '' });
  expect(await page.context().cookies()).toEqual([]);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('NewHorse8$');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${product.origin}/agents`);
  builder.expectQuiet(/40[01]/);
});

/** Starts a page of another origin that asks the window that opened it for the signed-in user, and shows the answer. */
const startOrchestrator = async () => {
  const script =
    'addEventListener("message", (event) => { document.title = "answered"; document.body.textContent = JSON.stringify({ origin: event.origin, data: event.data }); }); opener.postMessage({ type: "REQUEST_USER" }, "*");';
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>asks</title><body></body><script>${script}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() };
};

test('the window of the flow builder is told who is signed in, without a token; the token is in no script’s reach', {
  tag: ['@SESSION-26', '@API-02'],
}, async ({ page }) => {
  const orchestrator = await startOrchestrator();
  const product = await startProduct({ env: { ORCHESTRATOR_ORIGIN: orchestrator.origin } });
  try {
    const { client } = await enter(product, page);
    const token = client.cookies.get('atelier_session') ?? 'none';
    await expect.poll(async () => (await storageOf(page)).keys).toEqual(['user']);
    const opened = page.waitForEvent('popup');
    await page.evaluate(`void window.open(${JSON.stringify(orchestrator.origin)})`);
    const popup = await opened;
    await expect(popup).toHaveTitle('answered');
    const answer = await popup.locator('body').innerText();
    expect(JSON.parse(answer)).toMatchObject({
      origin: product.origin,
      data: { type: 'USER', user: { isLoggedIn: true, name: 'Ada Lovelace', role: 'OWNER' } },
    });
    expect(answer).not.toContain(token);
    expect((await storageOf(page)).cookies).not.toContain('atelier_session');

    const id = await makeKnowledgeBase(page, 'Handbook');
    await page.goto(`${product.origin}/knowledge-base/${id}/retrieval`);
    const asked = page.waitForRequest(/\/api\/query-engine\//);
    await page.getByRole('textbox', { name: 'Question' }).fill('How many days?');
    await page.getByRole('button', { name: 'Find chunks' }).click();
    expect((await (await asked).allHeaders())['cookie']).toContain(`atelier_session=${token}`);
  } finally {
    await product.close();
    orchestrator.close();
  }
});
