import { expect, type Page } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import { type Site, startStrictSite } from './src/fakes/strict-site.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import type { Product } from './src/product.ts';
import { signIn } from './src/steps.ts';

/** Makes a public app that knows about ferries. */
const prepare = async (product: Product) => {
  const { client, email } = await product.signUp('Ada');
  const base = await makeBase(client, 'Ferries');
  await upload(client, base, [
    { name: 'ferries.md', content: '# Ferries\n\nThe Alpha ferry leaves at six in the morning.\n' },
  ]);
  await settled(client, base);
  return { client, email, appId: await makeApp(client, 'Harbour', base) };
};

const allow = (client: Awaited<ReturnType<typeof prepare>>['client'], appId: string, sites: string[]) =>
  client.send('PUT', '/api/content/manage-app', { appId, allowedSites: sites });

const scriptOf = (product: Product, appId: string): string =>
  `<script async src="${product.origin}/widget.js" data-app="${appId}" data-label="Ask Ada"></script>`;

const frameOf = (page: Page) => page.frameLocator('iframe[title="Ask Ada"]');
const buttonOf = (page: Page) => page.getByRole('button', { name: 'Ask Ada', exact: true });
/** The label of what has the focus, inside the shadow root of the widget. */
const focused = (page: Page) =>
  page.evaluate<string>(
    "document.activeElement?.shadowRoot?.activeElement?.ariaLabel ?? document.activeElement?.tagName ?? ''",
  );

const ask = async (page: Page, question: string) => {
  const frame = frameOf(page);
  await frame.getByRole('textbox', { name: /^Ask / }).fill(question);
  await page.keyboard.press('Enter');
  await expect(frame.getByRole('log').locator('article').last()).toContainText('six in the morning');
};

const withSite = async (product: Product, work: (site: Site) => Promise<void>) => {
  const site = await startStrictSite(product.origin);
  try {
    await work(site);
  } finally {
    await site.close();
  }
};

/** Records what the page of the site receives as messages. It runs in the browser, so it is a text. */
const record = `window.heard = []; addEventListener('message', ({ data }) => window.heard.push(data));`;

test('a builder allows a site and copies the script, and the chat works on that site', {
  tag: ['@APP-21', '@WIDGET-01', '@WIDGET-02', '@ROUTE-30'],
}, async ({ product, builder, visitor, browser }) => {
  await withSite(product, async (site) => {
    const { client, email, appId } = await prepare(product);
    const { page } = builder;
    await test.step('the builder allows the site and copies the script', async () => {
      await page.goto(`${product.origin}/apps/${appId}?tab=widget`);
      await signIn(page, email);
      await expect(page.getByText('No site may show this chat yet.')).toBeVisible();
      await page
        .getByRole('combobox', { name: 'Allowed sites' })
        .or(page.getByLabel('Allowed sites'))
        .first()
        .fill(`${site.origin}/shop`);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Save' }).click();
      await expect(page.getByText('Settings updated successfully')).toBeVisible();
      await expect(page.getByText('No site may show this chat yet.')).toBeHidden();
      await builder.look('widget-settings', { fullPage: true });
      site.place(await page.getByRole('region', { name: 'the script' }).innerText());
    });

    await test.step('the preview shows the real chat', async () => {
      await page.getByRole('button', { name: /^Ask / }).click();
      const preview = page.frameLocator('iframe[title^="Ask "]');
      await expect(preview.getByRole('textbox', { name: /^Ask / })).toBeVisible();
      await builder.look('widget-preview', { fullPage: true });
      await preview.getByRole('button', { name: 'Close the chat' }).click();
      await expect(page.locator('iframe')).toHaveCount(0);
    });

    await test.step('a visitor of the site asks in it', async () => {
      await visitor.page.goto(site.origin);
      await visitor.page.getByRole('button', { name: /^Ask / }).click();
      const frame = visitor.page.frameLocator('iframe[title^="Ask "]');
      await frame.getByRole('textbox', { name: /^Ask / }).fill('When does the Alpha ferry leave?');
      await visitor.page.keyboard.press('Enter');
      await expect(frame.getByRole('log')).toContainText('six in the morning');
      await visitor.page.screenshot({ path: 'e2e/screenshots/desktop-light/widget/on-a-site.png' });
    });

    await test.step('the same line has the new colour and name once they are changed', async () => {
      await client.send('PUT', '/api/content/manage-app', { appId, themeName: 'Green', botName: 'Grace' });
      const context = await browser.newContext();
      const later = await context.newPage();
      await later.goto(site.origin);
      const button = later.getByRole('button', { name: 'Ask Grace' });
      await expect(button).toHaveCSS('background-color', 'rgb(27, 110, 69)');
      await context.close();
    });
    builder.expectQuiet();
    visitor.expectQuiet();
  });
});

test('the widget withstands the styles and the policy of a hostile site, by keyboard alone', {
  tag: ['@WIDGET-02'],
}, async ({ product, visitor }) => {
  await withSite(product, async (site) => {
    const { client, appId } = await prepare(product);
    await allow(client, appId, [site.origin]);
    site.place(scriptOf(product, appId));
    const { page } = visitor;
    await page.addInitScript(record);
    await page.goto(site.origin);
    await expect(buttonOf(page)).toBeVisible();

    await test.step('the keyboard opens it, and the focus goes to the question', async () => {
      await page.keyboard.press('Tab');
      expect(await focused(page)).toBe('Ask Ada');
      await page.keyboard.press('Enter');
      await expect(frameOf(page).getByRole('textbox', { name: /^Ask / })).toBeFocused();
      await ask(page, 'When does the Alpha ferry leave?');
    });

    await test.step('a source makes it wider, and Escape closes first the source and then the chat', async () => {
      const panel = page.getByRole('dialog', { name: 'Ask Ada' });
      const width = async () => (await panel.boundingBox())?.width ?? 0;
      const before = await width();
      await frameOf(page)
        .getByRole('button', { name: /ferries\.md/ })
        .first()
        .focus();
      await page.keyboard.press('Enter');
      await expect.poll(width).toBeGreaterThan(before + 300);
      await expect(frameOf(page).getByRole('complementary', { name: 'ferries.md' })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect.poll(width).toBe(before);
      await expect(panel).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect.poll(() => focused(page)).toBe('Ask Ada');
    });

    await test.step('the conversation goes on, after a reload as well, without a cookie', async () => {
      await page.keyboard.press('Enter');
      await expect(frameOf(page).getByRole('log')).toContainText('six in the morning');
      await page.reload();
      await buttonOf(page).click();
      await expect(frameOf(page).getByRole('log')).toContainText('six in the morning');
      expect(await page.context().cookies()).toEqual([]);
    });

    await test.step('the site hears only how the frame is to be shown', async () => {
      await frameOf(page).getByRole('button', { name: 'Close the chat' }).click();
      await expect(page.getByRole('dialog', { name: 'Ask Ada' })).toBeHidden();
      const heard = await page.evaluate<unknown[]>('window.heard');
      expect(heard.at(-1)).toBe('close');
      expect(heard.filter((it) => !['ready', 'close', 'wide', 'narrow'].includes(String(it)))).toEqual([]);
    });
    visitor.expectQuiet();
  });
});

test('a site that is not allowed shows why there is no chat', { tag: ['@WIDGET-02'] }, async ({
  product,
  visitor,
}) => {
  await withSite(product, async (site) => {
    const { client, appId } = await prepare(product);
    await allow(client, appId, ['https://somewhere-else.example']);
    site.place(scriptOf(product, appId));
    const { page } = visitor;
    await page.goto(site.origin);
    await buttonOf(page).click();
    // The sad face of the browser is never seen.
    await expect(page.locator('iframe')).toBeHidden();
    await expect(page.getByText(`${site.origin} may not show this chat.`)).toBeVisible();
    // The empty frame would cover the message.
    await expect(page.locator('iframe')).toHaveCount(0);
    const panel = page.getByRole('dialog', { name: 'Ask Ada' });
    const close = panel.getByRole('button', { name: 'Close' });
    await expect(close).toBeFocused();
    await page.screenshot({ path: 'e2e/screenshots/desktop-light/widget/not-allowed.png' });
    await close.click();
    await expect(panel).toBeHidden();
    await expect.poll(() => focused(page)).toBe('Ask Ada');
    await page.keyboard.press('Enter');
    await expect(close).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    visitor.expectQuiet(/frame-ancestors|ERR_BLOCKED_BY_RESPONSE/);
  });
});

test('on a phone the chat covers the page, dark for visitors who prefer that', {
  tag: ['@WIDGET-02'],
}, async ({ product, browser }) => {
  await withSite(product, async (site) => {
    const { client, appId } = await prepare(product);
    await allow(client, appId, [site.origin]);
    site.place(scriptOf(product, appId));
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark',
    });
    const page = await context.newPage();
    await page.goto(site.origin);
    await page.screenshot({ path: 'e2e/screenshots/desktop-light/widget/phone-closed.png' });
    await buttonOf(page).tap();
    const panel = page.getByRole('dialog', { name: 'Ask Ada' });
    await expect(frameOf(page).getByRole('textbox', { name: /^Ask / })).toBeVisible();
    expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
    await ask(page, 'When does the Alpha ferry leave?');
    await page.screenshot({ path: 'e2e/screenshots/desktop-light/widget/phone-dark.png' });
    const scheme = frameOf(page).locator('html');
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await frameOf(page).getByRole('button', { name: 'Close the chat' }).tap();
    await expect(panel).toBeHidden();
    await context.close();
  });
});
