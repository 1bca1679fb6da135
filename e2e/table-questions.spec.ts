import { expect } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { askInChat } from './src/steps.ts';

const rates = [
  'City,Hotel,Rate,Stars,Opened,Manager',
  'Paris,Pont Neuf,120,4,2019-04-01,Anne Leclerc',
  'Rome,Trastevere,95,3,2021-06-15,Marco Bianchi',
  'Paris,Marais,180,5,2015-01-31,Louis Petit',
  'Vienna,Naschmarkt,110,4,2020-12-24,Eva Gruber',
].join('\n');

const partAt = (at: number) =>
  at === 10 || at === 3990 ? `Part ${at},${at === 10 ? 3 : 4},Gold` : `Part ${at},${at % 7},Shelf ${at % 90}`;
const parts = ['Part,Stock,Shelf', ...Array.from({ length: 4000 }, (_none, at) => partAt(at))].join('\n');

test('a visitor asks for a figure and for a list, and opens the rows on which they rest', async ({
  product,
  visitor,
}) => {
  const { client } = await product.signUp('Ada');
  const base = await makeBase(client, 'Travel');
  await upload(client, base, [
    { name: 'rates.csv', content: rates },
    { name: 'parts.csv', content: parts },
  ]);
  await settled(client, base);
  const appId = await makeApp(client, 'Hotels', base);
  await client.put('/api/content/manage-app', { appId, csvAgent: true });
  const { page } = visitor;
  await page.goto(`${product.origin}/chat/${appId}`);

  await test.step('the average names its rows', async () => {
    await askInChat(page, 'What is the average rate in Paris?');
    const answer = page.getByRole('log').locator('article').last();
    await expect(answer.locator('strong')).toHaveText('150');
    await expect(answer).toContainText('2 of 4 rows');
    await visitor.look('figure');
    await answer
      .getByRole('button', { name: /^Source 1: rates\.csv/ })
      .first()
      .click();
    const source = page
      .getByRole('complementary', { name: 'rates.csv' })
      .or(page.getByRole('dialog', { name: 'rates.csv' }));
    await expect(source.locator('tr[aria-current]')).toHaveCount(2);
    await expect(source.locator('tr[aria-current]').last()).toContainText('Marais');
    await visitor.look('rows');
    await page.keyboard.press('Escape');
    await expect(source).toBeHidden();
  });

  await test.step('rows far from each other are shown with what is around each', async () => {
    await askInChat(page, 'What is the average stock in Gold?');
    const answer = page.getByRole('log').locator('article').last();
    await expect(answer.locator('strong')).toHaveText('3.5');
    await answer
      .getByRole('button', { name: /^Source 1: parts\.csv/ })
      .first()
      .click();
    const source = page
      .getByRole('complementary', { name: 'parts.csv' })
      .or(page.getByRole('dialog', { name: 'parts.csv' }));
    await expect(source.locator('tr[aria-current]')).toHaveCount(2);
    await expect(source.getByText('Text in between is left out.')).toBeAttached();
    await expect(source.locator('tr[aria-current]').first()).toBeInViewport();
    await visitor.look('near-row');
    await source.getByText('Text in between is left out.').scrollIntoViewIfNeeded();
    await visitor.look('gap');
    await source.locator('tr[aria-current]').last().scrollIntoViewIfNeeded();
    await expect(source.locator('tr[aria-current]').last()).toContainText('Part 3990');
    await visitor.look('far-row');
    await page.keyboard.press('Escape');
    await expect(source).toBeHidden();
  });

  await test.step('a wide list scrolls inside the answer', async () => {
    await askInChat(page, 'List the hotels with a rate over 100');
    const answer = page.getByRole('log').locator('article').last();
    await expect(answer.getByRole('row')).toHaveCount(4);
    expect(
      await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'),
    ).toBe(true);
    await visitor.look('list');
  });
  visitor.expectQuiet();
});
