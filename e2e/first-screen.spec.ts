import { expect, type Page, type Request } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { password } from './src/product.ts';

/** Counts the requests that a page makes until it is quiet, and the bytes of its scripts as they were transferred. */
const loads = async (page: Page, open: () => Promise<unknown>) => {
  const requests: Request[] = [];
  const keep = (request: Request) => void requests.push(request);
  page.on('requestfinished', keep);
  await open();
  await page.waitForLoadState('networkidle');
  page.off('requestfinished', keep);
  const scripts = requests.filter((request) => request.resourceType() === 'script');
  const sizes = await Promise.all(scripts.map((request) => request.sizes()));
  const encodings = await Promise.all(
    scripts.map(async (request) => (await request.response())?.headers()['content-encoding']),
  );
  return {
    requests: requests.length,
    scripts: scripts.length,
    bytes: sizes.reduce((sum, size) => sum + size.responseBodySize, 0),
    encodings: new Set(encodings),
  };
};

test('the first screen after signing in asks for little, and so does the sign-in before it', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const { email } = await product.signUp();
  const signIn = await loads(page, () => page.goto(product.origin));
  expect(signIn.bytes).toBeLessThan(190_000);
  expect(signIn.requests).toBeLessThanOrEqual(40);
  const home = page.getByRole('heading', { level: 1, name: /Ada$/ });
  const afterwards = await loads(page, async () => {
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(home).toBeVisible();
  });
  expect(afterwards.bytes).toBeLessThan(200_000);
  expect(afterwards.requests).toBeLessThanOrEqual(40);
  const again = await page
    .context()
    .browser()
    ?.newContext({ storageState: await page.context().storageState() });
  if (!again) throw new Error('The browser is gone.');
  const other = await again.newPage();
  const fresh = await loads(other, async () => {
    await other.goto(`${product.origin}/agents`);
    await expect(other.getByRole('heading', { level: 1, name: /Ada$/ })).toBeVisible();
  });
  await again.close();
  // Only the script that chooses light or dark is sent uncompressed, because it has a few hundred bytes.
  expect(fresh.encodings).toEqual(new Set(['br', undefined]));
  // A tenant without data sees the zone for its first document, which needs more code than the overview.
  expect(fresh.bytes).toBeLessThan(200_000);
  expect(fresh.bytes).toBeGreaterThan(50_000);
  expect(fresh.requests).toBeLessThanOrEqual(40);
  builder.expectQuiet();
});

test('the public chat asks for even less', async ({ product, visitor }) => {
  const { client, tenantId } = await product.signUp();
  const base = await makeBase(client, 'Harbour handbook');
  await upload(client, base, [
    { name: 'berths.md', content: '# Berths\n\nThe berth fee is 40 euros a night.\n' },
  ]);
  await settled(client, base);
  const appId = await makeApp(client, 'Harbour help', base);
  const chat = await loads(visitor.page, async () => {
    await visitor.page.goto(`${product.origin}/chat/${appId}?tenantId=${tenantId}`);
    await expect(visitor.page.getByRole('heading', { level: 1 })).toBeVisible();
  });
  expect(chat.bytes).toBeLessThan(84_000);
  expect(chat.bytes).toBeGreaterThan(30_000);
  expect(chat.requests).toBeLessThanOrEqual(20);
  visitor.expectQuiet();
});

/** Expressions that tell whether the fonts are loaded and how much the layout has shifted since; they run in the browser. */
const hasRoboto = `document.fonts.check('400 1rem Roboto')`;
const movedSince = (time: number) => `new Promise((resolve) => {
  const since = ({ startTime }) => startTime > ${time};
  const sum = (list) => list.getEntries().filter(since).reduce((all, { value }) => all + value, 0);
  new PerformanceObserver((list) => resolve(sum(list))).observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => resolve(0), 500);
})`;
const loadedFaces = `[...document.fonts].filter((face) => face.status === 'loaded' && face.family.replaceAll('"', '') === 'Roboto')
  .map((face) => face.weight).sort().join()`;

test('the font is our own, small, and moves nothing when it comes late', async ({ product, visitor }) => {
  const { page } = visitor;
  const fonts: Request[] = [];
  page.on('requestfinished', (request) => void (request.resourceType() === 'font' && fonts.push(request)));
  const { promise: wait, resolve: letFontsCome } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await wait;
    await route.continue();
  });
  // A page counts as loaded only with its fonts.
  await page.goto(`${product.origin}/login`, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible();
  // This text arrives last on the page and moves it.
  await expect(page.getByText('No mail server is set up')).toBeVisible();
  expect(await page.evaluate<boolean>(hasRoboto)).toBe(false);
  const before = await page.evaluate<number>('performance.now()');
  letFontsCome();
  await expect.poll(() => page.evaluate<boolean>(hasRoboto)).toBe(true);
  await expect.poll(() => page.evaluate<string>(loadedFaces)).toBe('400,500,700');
  expect(await page.evaluate<number>(movedSince(before))).toBeLessThan(0.01);
  const sizes = await Promise.all(fonts.map((request) => request.sizes()));
  expect(new Set(fonts.map((request) => new URL(request.url()).origin))).toEqual(new Set([product.origin]));
  expect(sizes.reduce((sum, size) => sum + size.responseBodySize, 0)).toBeLessThan(60_000);
  visitor.expectQuiet();
});
