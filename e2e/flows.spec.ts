import { expect, type Page } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { cardOf, closeStep } from './src/flows.ts';
import { signUp } from './src/steps.ts';

/** Returns the address at which the flow waits for calls. */
const addressOf = async (page: Page): Promise<string> => {
  const address = page.getByRole('region', { name: 'Address' }).getByText(/\/sync$/);
  return (await address.textContent()) ?? '';
};

test('a flow is built on an empty canvas, published, called by its address and its run is seen', {
  tag: ['@FLOW-01', '@CONST-05'],
}, async ({ product, builder, request }) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  await page.goto(`${product.origin}/flows`);
  await expect(page.getByRole('heading', { name: 'Make your first flow' })).toBeVisible();
  await builder.look('empty');
  await page.getByRole('button', { name: 'New flow' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New flow' })).toBeVisible();

  await expect(page.getByText('problem to mend')).toHaveCount(0);
  await cardOf(page, /Choose a trigger/).click();
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused();
  await page.getByRole('combobox', { name: 'Search' }).fill('catch');
  await builder.look('catalogue');
  await page.getByRole('option', { name: /Catch a webhook/ }).click();
  await expect(page.getByRole('region', { name: 'Address' })).toBeVisible();
  const address = await addressOf(page);
  await page
    .getByLabel('Example of its data')
    .fill('{"method":"POST","headers":{},"queryParams":{},"body":{"n":7}}');
  await builder.look('trigger');
  await closeStep(page);
  await builder.look('started');

  await page.getByRole('button', { name: 'Add a step at the start' }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('return a response');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Body' })).toHaveValue('');
  await page.getByRole('button', { name: 'Insert data into Body' }).click();
  await page.getByRole('combobox', { name: 'Search data' }).fill('body.n');
  await builder.look('data');
  await page.getByRole('option', { name: /body\.n/ }).click();
  await expect(page.getByRole('textbox', { name: 'Body' })).toHaveValue('{{trigger.body.n}}');
  await builder.look('filled');
  await closeStep(page);
  await expect(cardOf(page, /Return a response/)).toBeVisible();
  await expect(page.getByText('All changes are saved')).toBeVisible();
  await builder.look('built');

  await page.getByRole('button', { name: 'Test', exact: true }).click();
  await page.getByRole('button', { name: 'Run the test' }).click();
  await expect(page.getByText('Test: Succeeded')).toBeVisible();
  await builder.look('tested');

  await page.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('switch', { name: 'On', exact: true })).toBeChecked();
  const reply = await request.post(address, { data: { n: 42 } });
  expect(reply.status()).toBe(200);
  expect(await reply.text()).toBe('42');

  await page.getByRole('tab', { name: 'Runs' }).click();
  await page.getByRole('link', { name: 'New flow' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Run of New flow' })).toBeVisible();
  await page.getByRole('button', { name: /Return a response.*Succeeded/ }).click();
  await expect(page.getByRole('region', { name: 'Input' })).toContainText('42');
  await builder.look('run');
  builder.expectQuiet();
});
