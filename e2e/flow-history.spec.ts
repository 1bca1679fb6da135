import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { clientOf, codeStep, makeFlow } from './src/flows.ts';
import { signUp } from './src/steps.ts';

const card = (page: Page, name: RegExp): Locator =>
  page
    .getByLabel(/^Steps of|^The flow of this run/)
    .getByRole('button', { name })
    .first();

const saved = (page: Page) => expect(page.getByText('All changes are saved')).toBeVisible();

const double = 'export const code = async (inputs) => {\n  return { twice: inputs.n * 2 };\n};\n';

test('a run that failed is seen on the canvas, retried, and run again with other data', async ({
  product,
  builder,
  request,
}) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  const client = await clientOf(page, product.origin);
  const flowId = await makeFlow(client, 'Orders', [
    codeStep('Double', double, { n: '{{trigger.body.n}}' }),
    codeStep(
      'Refuse odd numbers',
      "export const code = async ({ n }) => {\n  if (n % 2 === 1) throw new Error('The number is odd.');\n  return n;\n};\n",
      { n: '{{trigger.body.n}}' },
    ),
    codeStep('After it', 'export const code = async () => 1;\n'),
  ]);
  await client.post(`/api/orchestrator/flows/${flowId}/publish`, {});
  await request.post(`${product.origin}/api/orchestrator/webhooks/${flowId}`, { data: { n: 7 } });
  await page.goto(`${product.origin}/flows/${flowId}?tab=runs`);
  await page.getByRole('link', { name: 'Orders' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Run of Orders' })).toBeVisible();
  await expect(page.getByText('The number is odd.').first()).toBeVisible();
  await builder.look('failed');

  await page.getByRole('button', { name: 'Retry from the failed step' }).click();
  await expect(page.getByText('It goes back to an earlier run')).toBeVisible();
  await expect(page.getByRole('button', { name: /Double.*Succeeded/ })).toBeVisible();
  await builder.look('retried');

  await page.getByRole('button', { name: 'Run again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run again?' });
  const data = dialog.getByRole('textbox');
  await expect(data).toHaveValue(/"n": 7/);
  await builder.look('replay');
  await data.fill('{"method":"POST","headers":{},"queryParams":{},"body":{"n":8}}');
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible();
  await builder.look('replayed');
  builder.expectQuiet();
});

test('a flow is noted, searched, published, changed, compared and restored', async ({
  product,
  builder,
}, info) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  const client = await clientOf(page, product.origin);
  const flowId = await makeFlow(client, 'Letters', [
    codeStep('First letter', 'export const code = async () => 1;\n'),
    codeStep('Second letter', 'export const code = async () => 2;\n'),
  ]);
  await client.post(`/api/orchestrator/flows/${flowId}/publish`, {});
  await page.goto(`${product.origin}/flows/${flowId}`);

  await page.getByRole('textbox', { name: 'Search steps' }).fill('second');
  await expect(page.getByText('1 found')).toBeVisible();
  await builder.look('found');
  await page.getByRole('textbox', { name: 'Search steps' }).fill('');
  if (info.project.name.startsWith('desktop')) {
    await page.getByRole('button', { name: 'Add a note' }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('Ask Ben before changing this.');
    await builder.look('noted');
  }
  await card(page, /Second letter/).click();
  await page.getByRole('button', { name: 'Actions for Second letter' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(card(page, /Second letter/)).toHaveCount(0);
  await saved(page);
  await page.getByRole('tab', { name: 'Versions' }).click();
  await page.getByRole('button', { name: 'Compare with now' }).first().click();
  await expect(page.getByText('“Second letter” was deleted.')).toBeVisible();
  await builder.look('compared');
  await page.getByRole('button', { name: 'Restore' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Steps' }).click();
  await expect(card(page, /Second letter/)).toBeVisible();
  await builder.look('restored');
  builder.expectQuiet();
});

test(
  'Flows in the menu loads the whole page, and the other screens do not',
  { tag: ['@ROUTE-12'] },
  async ({ product, builder }, info) => {
    const { page } = builder;
    await page.goto(`${product.origin}/signup`);
    await signUp(page, 'Ada Lovelace');
    const isSamePage = () => page.evaluate<boolean>(`'isSamePage' in window`);
    const open = async (name: string) => {
      if (info.project.name.startsWith('phone'))
        await page.getByRole('button', { name: 'Open the menu' }).click();
      await page.getByRole('link', { name, exact: true }).first().click();
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    };
    await page.evaluate('window.isSamePage = true');
    await open('Apps');
    expect(await isSamePage()).toBe(true);
    await open('Flows');
    expect(await isSamePage()).toBe(false);
    builder.expectQuiet();
  },
);
