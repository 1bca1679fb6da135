import { expect } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { signUp } from './src/steps.ts';

const description = `openapi: 3.1.0
info: { title: Orders, version: "1" }
servers: [{ url: https://api.example.com }]
paths:
  /orders/{number}:
    get:
      operationId: getOrder
      parameters: [{ name: number, in: path, required: true, schema: { type: integer } }]
  /files:
    post:
      requestBody: { required: true, content: { application/pdf: {} } }
`;

test('a tool is made from a form, another one from a description of an API, and one is deleted', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  await page.goto(`${product.origin}/flows`);
  await page.getByRole('link', { name: 'Tools', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Make your first tool' })).toBeVisible();
  await builder.look('tools-empty');

  await page.getByRole('button', { name: 'New tool' }).click();
  await page.getByRole('menuitem', { name: 'HTTP request' }).click();
  const form = page.getByRole('dialog', { name: 'New HTTP tool' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Cancel an order');
  await form.getByRole('textbox', { name: 'Address' }).fill('https://api.example.com/orders/{number}');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/there is no argument “number”/)).toBeVisible();
  await builder.look('tools-form');
  await form.getByRole('textbox', { name: 'Address' }).fill('https://api.example.com/orders');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toBeHidden();
  await expect(page.getByText('Cancel an order')).toBeVisible();

  await page.getByRole('button', { name: 'New tool' }).click();
  await page.getByRole('menuitem', { name: 'From an OpenAPI document' }).click();
  await page.getByRole('textbox', { name: 'Or the document itself' }).fill(description);
  await page.getByRole('button', { name: 'Read the document' }).click();
  await expect(
    page.getByText(/The body is of a kind that tools cannot send \(application\/pdf\)\./),
  ).toBeVisible();
  await page.getByRole('checkbox', { name: /Get order/ }).check();
  await builder.look('tools-openapi');
  await page.getByRole('button', { name: 'Make 1 tool' }).click();
  await expect(page.getByText('Get order')).toBeVisible();
  await builder.look('tools-list');

  await page.getByRole('button', { name: 'Actions for Cancel an order' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “Cancel an order”?' });
  await expect(question.getByText('No agent uses it.')).toBeVisible();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Cancel an order', { exact: true })).toBeHidden();
});
