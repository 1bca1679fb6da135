import { expect, type Locator, type Page } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { password } from './src/product.ts';
import { signUp } from './src/steps.ts';

/** Presses Tab until the target has the focus, as a keyboard user does. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  for (let press = 0; press < 60; press += 1) {
    const focused = await target.and(page.locator(':focus')).count();
    if (focused > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(target)} is not reached by Tab.`);
};

/** Expects the focused element to look different, so that a keyboard user sees where they are. */
const expectVisibleFocus = async (page: Page): Promise<void> => {
  const ring = await page.evaluate<string>(
    '((style) => `${style.outlineStyle} ${style.outlineWidth} ${style.boxShadow} ${style.borderColor}`)(getComputedStyle(document.activeElement))',
  );
  expect(ring).not.toMatch(/^none 0px none/);
};

test('from sign-up to an app without a mouse', async ({ product, builder }) => {
  const { page } = builder;
  const press = (key: string) => page.keyboard.press(key);
  await page.goto(`${product.origin}/signup`);
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type('Katherine Johnson');
  await press('Tab');
  await page.keyboard.type('katherine@example.com');
  await press('Tab');
  await page.keyboard.type(password);
  await tabTo(page, page.getByLabel('Company name'));
  await page.keyboard.type('Harbour Works');
  await tabTo(page, page.getByRole('button', { name: 'Create account' }));
  await expectVisibleFocus(page);
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /Katherine/ })).toBeFocused();
  await expectVisibleFocus(page);

  await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Knowledge' }));
  await expectVisibleFocus(page);
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Knowledge' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'New knowledge base' }));
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New knowledge base' });
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type('Handbook');
  await press('Enter');
  await expect(page).toHaveURL(/\/documents/);
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Handbook' })).toBeFocused();
  // Waits early on, because the browser takes a moment to report its file dialogs.
  const chooser = page.waitForEvent('filechooser', { timeout: 60_000 });
  await tabTo(page, page.getByRole('button', { name: 'Choose files' }));
  await expectVisibleFocus(page);
  await press('Enter');
  await (await chooser).setFiles({
    name: 'leave.md',
    mimeType: 'text/markdown',
    buffer: Buffer.from('# Leave\n\nEmployees get 25 days of paid leave per year.\n'),
  });
  await expect(page.getByRole('cell').filter({ hasText: 'Completed' })).toBeVisible();

  await tabTo(page, page.getByRole('link', { name: 'Retrieval' }));
  await press('Enter');
  await expect(page.getByRole('region', { name: 'Retrieval' })).toBeFocused();
  await expectVisibleFocus(page);
  await tabTo(page, page.getByRole('textbox', { name: 'Question' }));
  await page.keyboard.type('How many days of paid leave?');
  await press('Enter');
  await tabTo(page, page.getByRole('button', { name: /^Open in source/ }));
  await press('Enter');
  await expect(page.getByRole('dialog').locator('mark').filter({ hasText: '25 days' })).toBeInViewport();
  await press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Open in source/ })).toBeFocused();

  await press('Control+k');
  // Nobody waits for the palette before they type.
  await page.keyboard.type('apps');
  const palette = page.getByRole('dialog');
  await expect(palette.locator('input')).toBeFocused();
  await expect(palette.locator('input')).toHaveValue('apps');
  await expect(palette.getByText(/Apps/).first()).toBeVisible();
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Apps' })).toBeFocused();
  await tabTo(page, page.getByRole('button', { name: 'New app' }));
  await press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'Name' }));
  await page.keyboard.type('Leave helper');
  await tabTo(page, page.getByRole('radio', { name: 'Private' }));
  await press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Public' })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Continue' }));
  await press('Enter');
  await expect(page.getByRole('group', { name: 'Steps' })).toBeInViewport({ ratio: 1 });
  // The only knowledge base is already selected.
  await tabTo(page, page.getByRole('combobox', { name: 'Knowledge bases' }));
  await tabTo(page, page.getByRole('button', { name: 'Continue' }));
  await press('Enter');
  await expect(page.getByRole('group', { name: 'Steps' })).toBeInViewport({ ratio: 1 });
  await tabTo(page, page.getByRole('button', { name: 'Create app' }));
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Leave helper' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Handbook' })).toBeVisible();
  builder.expectQuiet();
});

test('from an empty canvas to a tested and published flow that has run, without a mouse', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const press = (key: string) => page.keyboard.press(key);
  const card = (name: RegExp) =>
    page.getByRole('region', { name: /^Steps of/ }).locator('[data-node]', { hasText: name });
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Katherine Johnson');
  await page.goto(`${product.origin}/flows`);
  await tabTo(page, page.getByRole('button', { name: 'New flow' }));
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'New flow' })).toBeVisible();
  await tabTo(page, card(/Choose a trigger/));
  await expectVisibleFocus(page);
  await press('Enter');
  const search = page.getByRole('combobox', { name: 'Search' });
  await expect(search).toBeFocused();
  await page.keyboard.type('catch a webhook');
  await press('Enter');
  await expect(card(/Catch a webhook/)).toBeFocused();

  await press('a');
  await expect(search).toBeFocused();
  await page.keyboard.type('return a response');
  await press('Enter');
  await expect(card(/Return a response/)).toBeFocused();
  await expectVisibleFocus(page);
  await press('ArrowUp');
  await expect(card(/Catch a webhook/)).toBeFocused();
  await press('ArrowDown');
  await press('Delete');
  await expect(card(/Return a response/)).toHaveCount(0);
  await expect(card(/Catch a webhook/)).toBeFocused();
  await press('Control+z');
  await expect(card(/Catch a webhook/)).toBeFocused();
  // Tab goes through the flow in its order: a card, the place after it, the next card.
  await press('Tab');
  await expect(page.getByRole('button', { name: /^Add a step/ }).first()).toBeFocused();
  await press('Tab');
  await expect(card(/Return a response/)).toBeFocused();
  await press('Enter');

  await tabTo(page, page.getByRole('button', { name: 'Insert data into Body' }));
  await expectVisibleFocus(page);
  await press('Enter');
  await expect(page.getByRole('combobox', { name: 'Search data' })).toBeFocused();
  await page.keyboard.type('method');
  await press('Enter');
  await expect(page.getByRole('textbox', { name: 'Body' })).toHaveValue('{{trigger.method}}');

  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(page, page.getByRole('button', { name: 'Test', exact: true }));
  await press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Run the test' }));
  await press('Enter');
  await expect(page.getByText('Test: Succeeded')).toBeVisible();

  await page.getByRole('heading', { level: 1 }).focus();
  await tabTo(page, page.getByRole('button', { name: 'Publish' }));
  await press('Enter');
  await expect(page.getByRole('switch', { name: 'On', exact: true })).toBeChecked();
  await tabTo(page, page.getByRole('button', { name: 'Actions for New flow' }));
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Run now' })).toBeFocused();
  await press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Run now' }));
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Run of New flow' })).toBeVisible();
  await expect(page.getByRole('button', { name: /Return a response.*Succeeded/ })).toBeVisible();
  builder.expectQuiet();
});
