import { expect } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { pdf } from './src/sample-files.ts';
import { askInChat } from './src/steps.ts';

const rates = 'City,Hotel,Rate\nParis,Pont Neuf,120\nRome,Trastevere,95\nParis,Marais,180\n';

test('a visitor asks about a table of their own, and then about the documents again', async ({
  product,
  visitor,
}) => {
  const { client } = await product.signUp('Ada');
  const base = await makeBase(client, 'Travel');
  await upload(client, base, [
    { name: 'leave.md', content: '# Leave\n\nEmployees get 25 days of paid leave.\n' },
  ]);
  await settled(client, base);
  const appId = await makeApp(client, 'Helper', base);
  await client.put('/api/content/manage-app', { appId, visitorFiles: true });
  const { page } = visitor;
  await page.goto(`${product.origin}/chat/${appId}`);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'rates.csv', mimeType: 'text/csv', buffer: Buffer.from(rates) });
  await expect(page.getByRole('button', { name: 'Take away rates.csv' })).toBeVisible();
  await visitor.look('attached');
  await askInChat(page, 'What is the average rate in Paris?');
  const answer = page.getByRole('log').locator('article').last();
  await expect(answer.locator('strong')).toHaveText('150');
  await visitor.look('answered');
  await page.getByRole('button', { name: 'Take away rates.csv' }).click();
  await askInChat(page, 'How many days of paid leave do employees get?');
  await expect(answer).toContainText('25 days');
  visitor.expectQuiet();
});

test('a visitor opens the page of their own PDF on which the answer stands', async ({ product, visitor }) => {
  const { client } = await product.signUp('Ada');
  const base = await makeBase(client, 'Travel');
  await upload(client, base, [{ name: 'leave.md', content: 'Employees get 25 days of paid leave.\n' }]);
  await settled(client, base);
  const appId = await makeApp(client, 'Reader', base);
  await client.put('/api/content/manage-app', { appId, visitorFiles: true });
  const { page } = visitor;
  await page.goto(`${product.origin}/chat/${appId}`);
  const pages = ['The monthly rent is 940 euros.', 'The notice period is three months.'];
  const lease = { name: 'lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await pdf(pages)) };
  await page.locator('input[type=file]').setInputFiles(lease);
  await expect(page.getByRole('button', { name: 'Take away lease.pdf' })).toBeVisible();
  await askInChat(page, 'What is the notice period?');
  const answer = page.getByRole('log').locator('article').last();
  await expect(answer).toContainText('three months');
  await answer
    .getByRole('button', { name: /^Source 1: lease\.pdf/ })
    .first()
    .click();
  const sheet = page.getByRole('region', { name: 'Page 2 of lease.pdf' });
  await expect(sheet.locator('canvas')).toBeVisible();
  await expect(sheet.locator('[data-chunk]').first()).toBeVisible();
  await visitor.look('page-of-own-pdf');
  visitor.expectQuiet();
});
