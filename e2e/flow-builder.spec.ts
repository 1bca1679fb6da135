import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { clientOf, codeStep, makeFlow, pieceStep } from './src/flows.ts';
import { signUp } from './src/steps.ts';

const card = (page: Page, name: RegExp): Locator =>
  page
    .getByLabel(/^Steps of|^The flow of this run/)
    .getByRole('button', { name })
    .first();

/** Its second line is longer than the screen of a phone is wide. */
const double =
  'export const code = async (inputs) => {\n  return { twice: inputs.n * 2 }; // Twice the number that came in with the call.\n};\n';

test('code is written with colours and line numbers, tested, and left by keyboard', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  const client = await clientOf(page, product.origin);
  const flowId = await makeFlow(
    client,
    'Doubling',
    [codeStep('Double', double, { n: '{{trigger.body.n}}' })],
    {
      body: { n: 21 },
    },
  );
  await page.goto(`${product.origin}/flows/${flowId}`);
  await card(page, /Double/).click();
  const code = page.getByRole('textbox', { name: 'JavaScript' });
  await expect(code).toContainText('inputs.n * 2');
  await builder.look('code');

  await test.step('a long line scrolls inside the editor, and cuts nothing off beside it', async () => {
    const input = await page.getByRole('textbox', { name: 'Value of n' }).boundingBox();
    const editor = await page.locator('.cm-editor').boundingBox();
    const width = page.viewportSize()?.width ?? 0;
    for (const box of [input, editor])
      expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  });

  await test.step('what is no JavaScript is marked, and the flow keeps its own undo', async () => {
    await code.click();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('const = 3;');
    await expect(page.getByText('Line 4 cannot be read as JavaScript.')).toBeVisible();
    await builder.look('code-error');
    await page.keyboard.press('ControlOrMeta+z');
    await expect(page.getByText('Line 4 cannot be read as JavaScript.')).toBeHidden();
    await expect(code).toContainText('inputs.n * 2');
  });

  await test.step('Tab indents, and Escape and Tab lead to the next field', async () => {
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.press('Tab');
    await page.keyboard.type('// end');
    await expect(code).toContainText('  // end');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('textbox', { name: 'Name of input 1' })).toBeFocused();
  });

  await test.step('a test of the step shows its value, which later steps can insert', async () => {
    await page.getByRole('button', { name: 'Test this step' }).click();
    await expect(page.getByText('"twice": 42').first()).toBeVisible();
    await builder.look('step-tested');
  });
  builder.expectQuiet();
});

test('old steps whose piece is gone say so, and get another action', async ({ product, builder }) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  const client = await clientOf(page, product.origin);
  const flowId = await makeFlow(client, 'Old', [
    pieceStep('Read a file', ['no-longer-here', 'read_file'], { file: 'a.txt' }),
    pieceStep('Answer', ['webhook', 'return_response'], { status: 200, body: 'ok' }),
  ]);
  await page.goto(`${product.origin}/flows/${flowId}`);
  await expect(page.getByText('1 problem to mend before it can be published')).toBeVisible();
  await card(page, /Read a file/).click();
  await expect(
    page.getByText('This server has no “no-longer-here”. Please choose another action.').first(),
  ).toBeVisible();
  await builder.look('unknown-piece');
  await page.getByRole('button', { name: 'Choose another action', exact: true }).click();
  await page.getByRole('combobox', { name: 'Search' }).fill('send a request');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Please fill in “Address”.').first()).toBeVisible();
  // It is judged as it is now, without waiting until it is saved.
  await page.route('**/api/orchestrator/flows/*', (route) => route.abort());
  await page.getByRole('textbox', { name: /^Address/ }).fill('https://example.com/');
  await expect(page.getByText('1 problem to mend before it can be published')).toBeHidden();
  await expect(page.getByText(/^Not saved\./)).toBeVisible();
  await page.unroute('**/api/orchestrator/flows/*');
  // It is saved by itself as soon as the server can be reached.
  await expect(page.getByText('All changes are saved')).toBeVisible();
  // Beside the canvas, and too low for all fields.
  const size = page.viewportSize();
  await page.setViewportSize({ width: 1100, height: 500 });
  const panel = page.getByRole('complementary', { name: /^Settings of/ });
  const scrolled = () => panel.evaluate((element: { scrollTop: number }) => element.scrollTop);
  await panel.evaluate((element: { scrollTo: (left: number, top: number) => void }) =>
    element.scrollTo(0, 500),
  );
  expect(await scrolled()).toBeGreaterThan(0);
  await card(page, /^Answer/).press('Enter');
  await expect(page.getByRole('complementary', { name: 'Settings of Answer' })).toBeVisible();
  expect(await scrolled()).toBe(0);
  await builder.look('at-its-top');
  if (size) await page.setViewportSize(size);
  await page.keyboard.press('Escape');
  await builder.look('replaced');
});

test('somebody without an account approves what a flow waits for', async ({
  product,
  builder,
  visitor,
  request,
}) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  const client = await clientOf(page, product.origin);
  const flowId = await makeFlow(client, 'Payments', [
    pieceStep('Ask Ben', ['approval', 'wait_for_approval'], {
      title: 'Pay invoice {{trigger.body.number}}?',
      message: 'It is for the new sails, 1,200 euros, and was due last Friday.',
      to: ['ben@example.com'],
    }),
  ]);
  await client.post(`/api/orchestrator/flows/${flowId}/publish`, {});
  await request.post(`${product.origin}/api/orchestrator/webhooks/${flowId}`, { data: { number: 17 } });
  await page.goto(`${product.origin}/flows/${flowId}?tab=runs`);
  await page.getByRole('link', { name: 'Payments' }).first().click();
  await expect(page.getByText('Waiting', { exact: true }).first()).toBeVisible();
  await page
    .getByRole('button', { name: /Ask Ben/ })
    .last()
    .click();
  await builder.look('waiting');
  const link = page.getByRole('link', { name: /approv/i }).first();
  await visitor.page.goto(new URL((await link.getAttribute('href')) ?? '', product.origin).href);
  await expect(visitor.page.getByText('Pay invoice 17?')).toBeVisible();
  await visitor.look('asked');
  await visitor.page.getByRole('button', { name: 'Approve' }).click();
  await expect(visitor.page.getByText(/approved/i).first()).toBeVisible();
  await visitor.look('decided');
  await expect(page.getByText('Succeeded', { exact: true }).first()).toBeVisible();
  await builder.look('went-on');
  visitor.expectQuiet();
  builder.expectQuiet();
});
