import { expect, type Locator, type Page } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { statementPdf } from './src/samples/statement-pdf.ts';
import { askInChat } from './src/steps.ts';

const name = '2022 Q3 AAPL.pdf';
const phone = { width: 390, height: 844 };

const source = (page: Page) =>
  page.getByRole('complementary', { name }).or(page.getByRole('dialog', { name }));

/** Opens the source of the last answer, and returns it with its first mark. */
const openSource = async (page: Page): Promise<{ sheet: Locator; mark: Locator }> => {
  const answer = page.getByRole('log').locator('article').last();
  await answer
    .getByRole('button', { name: /^Source 1: 2022 Q3 AAPL\.pdf/ })
    .first()
    .click();
  const sheet = source(page);
  await expect(sheet.locator('canvas')).toBeVisible();
  const mark = sheet.locator('i').first();
  await expect(mark).toBeInViewport();
  return { sheet, mark };
};

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('Nothing is drawn.');
  return box;
};

/** The mark lies on the row of the label, below the header of the table, which is in view with it. */
const expectMarkedRow = async ({ sheet, mark }: { sheet: Locator; mark: Locator }, label: string) => {
  const header = sheet.getByText('Three Months Ended').first();
  await expect(header).toBeInViewport();
  const [row, marked, above] = [
    await boxOf(sheet.getByText(label, { exact: true }).first()),
    await boxOf(mark),
    await boxOf(header),
  ];
  const middle = (box: typeof row) => box.y + box.height / 2;
  expect(Math.abs(middle(row) - middle(marked))).toBeLessThan(row.height);
  expect(middle(above)).toBeLessThan(middle(marked));
};

test('a visitor asks for a figure of a report, and sees the row of its table marked on the page', async ({
  product,
  visitor,
}) => {
  const { client } = await product.signUp('Ada');
  const base = await makeBase(client, 'Reports');
  await upload(client, base, [{ name, content: await statementPdf() }]);
  await settled(client, base);
  const appId = await makeApp(client, 'Filings', base);
  const { page } = visitor;
  await page.goto(`${product.origin}/chat/${appId}`);

  await test.step('beside the conversation', async () => {
    await askInChat(page, 'What were the iPad net sales in the third quarter of 2022?');
    await expect(page.getByRole('log').locator('article').last()).toContainText('7,224');
    await visitor.look('answer');
    const opened = await openSource(page);
    await expectMarkedRow(opened, 'iPad');
    await visitor.look('row');
    await page.keyboard.press('Escape');
    await expect(opened.sheet).toBeHidden();
  });

  await test.step('on a phone', async () => {
    await page.setViewportSize(phone);
    await askInChat(page, 'Services net sales Q3 2022');
    await expect(page.getByRole('log').locator('article').last()).toContainText('19,604');
    await visitor.look('answer-phone');
    const opened = await openSource(page);
    await expectMarkedRow(opened, 'Services');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width);
    await visitor.look('row-phone');
  });
});
