import { expect } from '@playwright/test';
import { startGuardedMcp } from './src/fakes/guarded-mcp.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

test('an account at an MCP server is connected in a window of the service, and shown', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const guarded = await startGuardedMcp();
  const { email } = await product.signUp('Ada');

  await test.step('access is allowed at the service', async () => {
    await page.goto(`${product.origin}/tools?part=servers&new=server`);
    await signIn(page, email);
    const form = page.getByRole('dialog', { name: 'New MCP server' });
    await form.getByRole('textbox', { name: 'Address' }).fill(guarded.url);
    await form.getByRole('combobox', { name: 'Access' }).selectOption('With an account (OAuth)');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Customers');
    await builder.look('mcp-account-form');
    const opened = page.waitForEvent('popup');
    await form.getByRole('button', { name: 'Connect', exact: true }).click();
    const popup = await opened;
    await popup.getByPlaceholder('Enter any login').fill('ada');
    await popup.getByPlaceholder('and password').fill('any');
    await popup.getByRole('button', { name: 'Sign-in' }).click();
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Continue' }).click();
    await closed;
    await expect(form.getByRole('checkbox', { name: /find_customer/ })).toBeVisible({ timeout: 60_000 });
    await builder.look('mcp-account-tools');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(page.getByText(/^Connected by Ada/)).toBeVisible();
    await builder.look('mcp-account-list');
  });

  await test.step('it is forgotten, and the list says that it is missing', async () => {
    await page.getByRole('button', { name: 'Actions for Customers' }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Account at “Customers”' });
    await expect(dialog.getByRole('button', { name: 'Connect again' })).toBeVisible();
    await builder.look('mcp-account-connected');
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('Not connected', { exact: true })).toBeVisible();
    await builder.look('mcp-account-missing');
  });
  await guarded.close();
});

test('a member who may not see tools connects an account of their own, and disconnects it', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const guarded = await startGuardedMcp();
  const { client, tenantId } = await product.signUp('Ada');
  const grace = await product.signUp('Grace');
  const [member] = await product.sql<{ id: string }>('select id from users where email = $1', [grace.email]);
  await product.sql('delete from memberships where user_id = $1', [member?.id]);
  await product.sql(`insert into memberships (user_id, tenant_id, role) values ($1, $2, 'USER')`, [
    ...[member?.id, tenantId],
  ]);

  await test.step('nothing is asked of them before there is such a service', async () => {
    await page.goto(`${product.origin}/settings/accounts`);
    await signIn(page, grace.email);
    await expect(page.getByText('No agent needs an account of yours')).toBeVisible({ timeout: 60_000 });
    await builder.look('accounts-empty');
  });

  await test.step('they allow access at the service', async () => {
    await client.post('/api/crew/mcps', {
      ...{ name: 'Calendar', description: 'Finds and makes appointments.', url: guarded.url },
      ...{ authentication: 'OAUTH', sharing: 'PERSON' },
    });
    await page.reload();
    await page.getByRole('button', { name: 'Connect Calendar' }).click();
    const dialog = page.getByRole('dialog', { name: 'Account at “Calendar”' });
    await builder.look('accounts-connect');
    const opened = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const popup = await opened;
    await popup.getByPlaceholder('Enter any login').fill('grace');
    await popup.getByPlaceholder('and password').fill('any');
    await popup.getByRole('button', { name: 'Sign-in' }).click();
    const closed = popup.waitForEvent('close');
    await popup.getByRole('button', { name: 'Continue' }).click();
    await closed;
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Connected', { exact: true })).toBeVisible();
    await builder.look('accounts-connected');
  });

  await test.step('and forget the account again', async () => {
    await page.getByRole('button', { name: 'Manage Calendar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expect(page.getByText('Not connected', { exact: true })).toBeVisible();
  });
  await guarded.close();
});
