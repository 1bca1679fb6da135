import { expect } from '@playwright/test';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

test('a builder finds a model in the catalogue, names it, makes it the default and deletes another', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const model = await startScriptedModel(() => 'Hello.');
  const { client, email } = await product.signUp('Ada');
  const [providerId] = (await model.offerTo(client)).split('/');
  for (const name of ['small', 'text-embed'])
    await client.post(`/api/tenant/models/${encodeURIComponent(`${providerId}/${name}`)}`, {
      type: name === 'small' ? 'CHAT' : 'EMBEDDING',
    });

  await page.goto(`${product.origin}/models`);
  await signIn(page, email);
  const table = page.getByRole('table', { name: 'Models' });
  await expect(table.getByRole('row', { name: /^small / })).toBeVisible({ timeout: 60_000 });
  await builder.look('models', { fullPage: true });

  await test.step('it gets a name and a limit, and becomes the default', async () => {
    await page.getByRole('button', { name: 'Actions for small' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit small' });
    await dialog.getByLabel('Name in lists').fill('Quick answers');
    await dialog.getByLabel('Longest reply, in tokens').fill('500');
    await dialog.getByRole('switch', { name: 'Default of its type' }).check();
    await builder.look('model-edit');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(table.getByRole('row', { name: /^Quick answers .* Default / })).toBeVisible();
  });

  await test.step('the list is filtered by task', async () => {
    await page.getByLabel('Task').selectOption('Embeddings');
    await expect(table.getByRole('row', { name: /^Quick answers / })).toBeHidden();
    await expect(table.getByRole('row', { name: /^text-embed / })).toBeVisible();
    await page.getByRole('button', { name: 'Actions for text-embed' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: /^Delete “text-embed”/ });
    await expect(dialog).toContainText('are searched by words');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No model matches.', { exact: false })).toBeVisible();
    await builder.look('models-none', { fullPage: true });
  });
});
