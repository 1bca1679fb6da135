import { expect } from '@playwright/test';
import { startAgentModel } from './src/fakes/agent-model.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

const read = {
  supplier: 'Brook Paper Mill Ltd',
  invoice_number: '2026-0417',
  invoice_date: '2026-11-03',
  due_date: '2026-12-03',
  currency: 'GBP',
  net: 1020,
  tax: 204,
  total: 1224,
  iban: 'GB29 NWBK 6016 1331 9268 19',
  problems: '',
};

test('a worker is deployed from the gallery, tried with its sample, and read', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const model = await startAgentModel(() => ({ text: JSON.stringify(read) }));
  const { client, email } = await product.signUp('Ada');
  await model.offerTo(client);

  await test.step('the gallery shows templates by category, and previews one', async () => {
    await page.goto(`${product.origin}/agents?new=worker`);
    await signIn(page, email);
    await expect(page.getByRole('heading', { level: 1, name: 'Choose a template' })).toBeVisible({
      timeout: 60_000,
    });
    await expect(page.getByRole('button', { name: /Meeting minutes/ })).toBeVisible();
    await builder.look('gallery', { fullPage: true });
    await page.getByRole('textbox', { name: 'Search templates' }).fill('invoice');
    await page.getByRole('button', { name: /Invoice extraction/ }).click();
    await expect(page.getByRole('dialog').getByText('What it does')).toBeVisible();
    await builder.look('preview');
    await page.getByRole('button', { name: 'Use this template' }).click();
  });

  await test.step('the wizard asks for overview, flow and crew, and then deploys', async () => {
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Invoice extraction');
    await builder.look('overview', { fullPage: true });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('What works on it')).toBeVisible();
    await builder.look('flow', { fullPage: true });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('It goes out at once').click();
    await builder.look('crew', { fullPage: true });
    await page.getByRole('button', { name: 'Deploy' }).click();
    await expect(page.getByRole('button', { name: 'Run the test' })).toBeVisible({ timeout: 30_000 });
  });

  await test.step('the test runs the sample, live', async () => {
    await page.getByRole('button', { name: 'Run the test' }).click();
    await expect(page.getByText('Brook Paper Mill Ltd', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 30_000 });
    await builder.look('test', { fullPage: true });
    await page.getByRole('button', { name: 'Open the worker' }).click();
  });

  await test.step('the worker shows its records, and the record what was done', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Invoice extraction' })).toBeVisible();
    await expect(page.getByText('Invoice of a paper mill')).toBeVisible({ timeout: 30_000 });
    await builder.look('worker', { fullPage: true });
    await page.getByRole('link', { name: /Invoice of a paper mill/ }).click();
    await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByText('1,224', { exact: true })).toBeVisible();
    await builder.look('record', { fullPage: true });
    await page.goto(`${product.origin}/agents?list=workers`);
    await expect(page.getByText('1 of 1 done')).toBeVisible({ timeout: 30_000 });
    await builder.look('workers', { fullPage: true });
    await page
      .getByRole('link', { name: /Invoice extraction/ })
      .first()
      .click();
    await page.getByRole('tab', { name: 'Settings' }).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
    await builder.look('settings', { fullPage: true });
  });
  builder.expectQuiet();
  await model.close();
});
