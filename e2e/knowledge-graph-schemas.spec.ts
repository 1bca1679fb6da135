import { expect, type Locator, type Page } from '@playwright/test';
import { test as journey } from './src/fixtures.ts';
import { formOf, makeBase, settled } from './src/knowledge.ts';
import { startProduct } from './src/product.ts';
import { signIn } from './src/steps.ts';

/** The fake model of these journeys extracts words that are marked with their kind. */
const documents = [
  {
    name: 'ada.md',
    content:
      'Ada Lovelace {PERSON} programmed the Analytical Engine {PRODUCT} .\n\nAda Lovelace {PERSON} wrote to Mary Somerville {PERSON} about mathematics.',
  },
  { name: 'babbage.md', content: 'Charles Babbage {PERSON} designed the Analytical Engine {PRODUCT} .' },
  { name: 'society.md', content: 'Royal Society {ORGANIZATION} honoured Mary Somerville {PERSON} .' },
];
const invoices = [
  { name: 'rope.md', content: 'Supplier is Rope Works. Due date is 2026-03-01. Total is 120.' },
  { name: 'anchor.md', content: 'FORGED by hand. Supplier is Anchor Yard. Total is 99.' },
];

/** Extends the journey with a provider, whose model is allowed to read graphs under any name. */
const test = journey.extend({
  product: async ({ provider }, use) => {
    const product = await startProduct({
      env: { ...provider.env('gpt-4o-mini'), OUTBOUND_ALLOW: '127.0.0.1' },
    });
    await use(product);
    await product.close();
  },
});

const press = (page: Page, name: string | RegExp, within: Page | Locator = page) =>
  within.getByRole('button', { name, exact: true }).click();

const slow = { timeout: 30_000 };

test('a graph is built within a budget, walked to its sources and asked; a table is read and given away', {
  tag: ['@GRAPH-02', '@GRAPH-04', '@SCHEMA-09'],
}, async ({ product, builder }) => {
  const { page } = builder;
  const { client, email } = await product.signUp();
  const base = await makeBase(client, 'Pioneers');
  await client.send('POST', '/api/import/import-file', formOf(base, [...documents, ...invoices]));
  await settled(client, base);

  await test.step('a budget stops the build, which can then be continued', async () => {
    await page.goto(`${product.origin}/knowledge-base/${base}/graph`);
    await signIn(page, email);
    await expect(page.getByRole('heading', { name: 'Build a knowledge graph' })).toBeVisible();
    await expect(page.getByText(/5 chunks to read: about/)).toBeVisible();
    await builder.look('estimate');
    const budget = page.getByLabel('Budget in credits');
    await budget.fill('0.05');
    await budget.press('Enter');
    await expect(page.getByRole('heading', { name: 'The budget is used up' })).toBeVisible(slow);
    await expect(page.getByRole('group', { name: 'Building the graph' }).locator(':focus')).toBeVisible();
    await builder.look('stopped');
    await budget.fill('');
    await press(page, 'Go on');
    await expect(page.getByText('5 entities, 4 relations')).toBeVisible(slow);
  });

  await test.step('from an entity over a relation to the words of a document, and back', async () => {
    const list = page.getByRole('region', { name: 'Entities' });
    await expect(page.getByRole('heading', { name: 'The graph is being built' })).toHaveCount(0, slow);
    const scrolled = () => page.evaluate<number>('scrollY');
    await page.evaluate('scrollTo(0, 200)');
    await press(page, /Ada Lovelace/, list);
    const panel = page.getByRole('dialog').filter({ hasText: 'Where it is mentioned' });
    await press(page, 'Mary Somerville', panel);
    await press(page, 'society.md', panel);
    const source = page.getByRole('dialog', { name: 'society.md' });
    await expect(source.locator('mark').first()).toHaveText('Mary Somerville');
    await builder.look('source');
    await page.keyboard.press('Escape');
    await expect(source).toHaveCount(0);
    await expect(panel.getByRole('button', { name: 'society.md' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(panel).toHaveCount(0);
    await expect(list.getByRole('button', { name: /Ada Lovelace/ })).toBeFocused();
    expect(await scrolled()).toBe(200);
    const menu = page.getByRole('button', { name: 'Actions for the graph' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Delete graph' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Delete the graph?' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
    await page.reload();
    await expect(list.getByRole('button')).toHaveCount(5);
  });

  await test.step('each mode leads to chunks', async () => {
    await page.getByLabel('Question').fill('Who programmed the Analytical Engine?');
    for (const mode of ['native', 'local', 'global', 'hybrid', 'mix']) {
      await page.getByLabel('Mode').selectOption({ label: mode });
      const answer = page.waitForResponse((response) => response.url().includes('/graph'));
      await press(page, 'Ask');
      expect((await answer).ok()).toBe(true);
      await expect(page.getByRole('listitem').getByRole('button', { name: 'ada.md' }).first()).toBeVisible();
    }
    await builder.look('asked');
  });

  await test.step('a table of values is read, with what is not proven marked', async () => {
    await page.getByRole('link', { name: 'Schemas' }).click();
    await press(page, 'New schema');
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('Invoices 2026');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Invoices 2026' })).toBeFocused();
    await expect(page.getByText('Pending', { exact: true })).toBeVisible();
    await expect(page.getByText(/5 documents to read, about .* credits/)).toBeVisible();
    await press(page, 'Read');
    const table = page.getByRole('table', { name: 'Values' });
    await expect(page.getByText('Completed', { exact: true })).toBeVisible(slow);
    await expect(table.getByRole('button', { name: 'Supplier of rope.md: Rope Works' })).toBeVisible();
    const forged = table.getByRole('button', { name: 'Total of anchor.md: 99, Not verified' });
    await expect(forged).toBeVisible();
    await builder.look('values');
    await forged.click();
    const panel = page.getByRole('dialog', { name: 'Total' });
    await expect(panel).toContainText('Please check this value');
    await panel.getByRole('textbox', { name: 'Value' }).fill('99.5');
    await press(page, 'Save', panel);
    await expect(panel).toHaveCount(0);
    const edited = table.getByRole('button', { name: 'Total of anchor.md: 99.5, Edited' });
    await expect(edited).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/\.csv$/);
  });
  builder.expectQuiet();
});
