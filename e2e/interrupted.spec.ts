import { expect, type Locator } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { password } from './src/product.ts';
import { makeKnowledgeBase, signUp } from './src/steps.ts';

const middleOf = async (shown: Locator) => {
  const box = await shown.boundingBox();
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
};

test('what was typed is saved after signing in again, when the session ends meanwhile', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  const id = await makeKnowledgeBase(page, 'Handbook');
  await page.goto(`${product.origin}/knowledge-base/${id}/settings`);
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour handbook');
  await product.sql('delete from sessions');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  const dialog = page.getByRole('dialog', { name: 'You have been signed out' });
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await builder.look('signed-out');
  // While it works, the button shows a loader in its middle.
  const [button, loader] = [page.locator('button[data-loading]'), page.locator('.mantine-Button-loader')];
  const [around, within] = [await middleOf(button), await middleOf(loader)];
  expect(Math.abs(around.x - within.x)).toBeLessThan(1);
  expect(Math.abs(around.y - within.y)).toBeLessThan(1);
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Settings updated successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour handbook' })).toBeVisible();
  builder.expectQuiet(/401 \(Unauthorized\)/);
});

test('a screen that was asked for while the server was away opens when it is back', {
  tag: ['@ROUTE-60'],
}, async ({ product, builder }) => {
  const { page } = builder;
  await page.goto(`${product.origin}/signup`);
  await signUp(page, 'Ada Lovelace');
  await expect(page.getByText('Drop files here, or choose them')).toBeVisible();
  await builder.whileServerIsAway(async () => {
    await product.kill('SIGTERM');
    await page.getByRole('banner').getByRole('link', { name: 'Models' }).click();
    await expect(page.getByText('Reconnecting…')).toBeVisible();
    const [bar, header] = [page.getByText('Reconnecting…'), page.getByRole('banner')];
    const [above, below] = [await bar.boundingBox(), await header.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    await page.screenshot({ path: 'e2e/screenshots/reconnecting.png' });
    await product.start();
    await expect(page.getByRole('heading', { level: 1, name: 'Models' })).toBeVisible();
    await expect(page.getByText('Reconnecting…')).toHaveCount(0);
  });
  builder.expectQuiet(/preload CSS|dynamically imported/);
});
