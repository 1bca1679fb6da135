import { expect, type Page } from '@playwright/test';
import { eventually } from './src/eventually.ts';
import { test } from './src/fixtures.ts';
import { password } from './src/product.ts';
import { signUp } from './src/steps.ts';

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });

const chooseAction = async (page: Page, email: string, action: string) => {
  await rowOf(page, email).getByRole('button').click();
  await page.getByRole('menuitem', { name: action }).click();
};

const switchTo = async (page: Page, tenant: string) => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page
    .getByRole('menuitem', { name: new RegExp(tenant) })
    .or(page.getByRole('menuitemradio', { name: new RegExp(tenant) }))
    .click();
  await expect(page.getByText('Account switched successfully')).toBeVisible();
};

test('somebody is invited, joins, switches, gets another role and is removed', {
  tag: ['@TENANT-01', '@TENANT-20', '@TENANT-21'],
}, async ({ product, builder, visitor }) => {
  const { page } = builder;
  const guest = visitor.page;
  let invitationLink = '';
  const guestEmail = `grace.${Date.now()}@example.com`;

  await test.step('an owner invites somebody who has a company already', async () => {
    const body = { name: 'Grace Hopper', email: guestEmail, password, companyName: 'Compilers' };
    await product.visitor().post('/api/auth/sign-up', body);
    await page.goto(`${product.origin}/signup`);
    await signUp(page, 'Ada Lovelace');
    await page.goto(`${product.origin}/users`);
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
    await builder.look('users-alone');
    await page.getByRole('button', { name: 'Invite user' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite a user' });
    await dialog.getByLabel('Email').fill(guestEmail);
    await builder.look('invite');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await expect(page.getByText('User invited successfully')).toBeVisible();
    // There is no mail server, so the link is shown for the user to pass on.
    const handing = page.getByRole('dialog', { name: `Invitation for ${guestEmail}` });
    await expect(handing.getByRole('button', { name: 'Copy invitation link' })).toBeVisible();
    invitationLink = await handing.getByLabel('Invitation link').inputValue();
    await handing.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText(guestEmail)).toBeVisible();
    await builder.look('users-invited');
  });

  await test.step('who signs in by the link and joins', async () => {
    await guest.goto(invitationLink);
    await expect(guest.getByRole('heading', { name: 'Join Harbour Works' })).toBeVisible();
    await visitor.look('invitation');
    await guest.getByRole('button', { name: 'Sign in to join' }).click();
    await guest.getByLabel('Email').fill(guestEmail);
    await guest.getByLabel('Password', { exact: true }).fill(password);
    await guest.getByRole('button', { name: 'Sign in' }).click();
    await guest.getByRole('button', { name: 'Join Harbour Works' }).click();
    await expect(guest.getByText('Welcome to Harbour Works.')).toBeVisible();
    await expect(guest).toHaveURL(/\/agents$/);
  });

  await test.step('switches to the user’s own company and back', async () => {
    await switchTo(guest, 'Compilers');
    await guest.goto(`${product.origin}/manage-user`);
    await expect(guest.getByRole('button', { name: 'Invite user' })).toBeVisible();
    await switchTo(guest, 'Harbour Works');
    await guest.goto(`${product.origin}/manage-user`);
    await expect(guest.getByText('Users are managed by owners and admins')).toBeVisible();
    await visitor.look('users-not-for-you');
  });

  await test.step('gets a new role, which counts at the next click', async () => {
    await page.reload();
    await chooseAction(page, guestEmail, 'Change role');
    await page.getByRole('radio', { name: 'Admin' }).check();
    await builder.look('role');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('User updated successfully')).toBeVisible();
    await guest.goto(`${product.origin}/manage-user`);
    await expect(guest.getByRole('button', { name: 'Invite user' })).toBeVisible();
    await visitor.look('users-as-admin');
    await guest.goto(`${product.origin}/settings/company`);
    await expect(guest.getByRole('button', { name: 'Leave company' })).toBeVisible();
    await visitor.look('company-as-admin', { fullPage: true });
  });

  await test.step('is removed, and continues in their own company', async () => {
    await chooseAction(page, guestEmail, 'Remove');
    await builder.look('remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('User removed.')).toBeVisible();
    await expect(page.getByText(guestEmail)).toBeHidden();
    await guest.goto(`${product.origin}/settings/company`);
    await expect(guest.getByRole('button', { name: 'Delete company' })).toBeVisible();
    await expect(guest.getByRole('definition').filter({ hasText: 'Compilers' })).toBeVisible();
    await visitor.look('company-as-owner', { fullPage: true });
  });

  await test.step('deletes it, and begins with a new one', async () => {
    await guest.getByRole('button', { name: 'Delete company' }).click();
    const dialog = guest.getByRole('dialog', { name: 'Delete Compilers?' });
    await expect(dialog.getByText('1 member who can no longer get in')).toBeVisible();
    await dialog.getByLabel('Type Compilers to confirm').fill('Compilers');
    await visitor.look('delete-company');
    await dialog.getByRole('button', { name: 'Delete company' }).click();
    await expect(guest.getByText('The company is deleted.')).toBeVisible();
    await guest.goto(`${product.origin}/settings/company`);
    await expect(guest.getByRole('definition').filter({ hasText: 'Grace Hopper’s company' })).toBeVisible();
    const left = () => product.sql(`select 1 from tenants where name = 'Compilers'`);
    await eventually(async () => (await left()).length === 0, { what: 'The end of the company' });
  });

  builder.expectQuiet();
  visitor.expectQuiet();
});
