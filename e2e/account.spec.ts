import { expect, type Page } from '@playwright/test';
import { makeCode } from './src/fakes/authenticator.ts';
import { test } from './src/fixtures.ts';
import { password } from './src/product.ts';
import { signIn, signUp } from './src/steps.ts';
import type { Watched } from './src/watched.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(heading(page, 'Welcome back')).toBeVisible();
};

/** Follows the link in the mail. A password reset would discard the second factor of an unverified account. */
const verifyEmail = async (page: Page) => {
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Outbox of this server' }).click();
  await page
    .getByRole('dialog', { name: 'Outbox' })
    .getByRole('link', { name: /verify/ })
    .click();
  await page.getByRole('button', { name: 'Verify my email' }).click();
  await expect(page.getByText('Your email is verified.')).toBeVisible();
};

/** A toast of an error has the red of light screens around it. */
const expectRedToast = async (page: Page): Promise<void> => {
  const toast = page.getByRole('alert').filter({ has: page.locator('.tabler-icon-exclamation-circle') });
  await expect(toast).toHaveCSS('border-left-color', 'rgb(184, 30, 58)');
  expect((await toast.boundingBox())?.width).toBeLessThanOrEqual(350);
};

/** Turns on two-factor sign-in and returns the recovery codes. */
const turnOnSecondFactor = async ({ page, look }: Watched): Promise<string[]> => {
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(password);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await look('second-factor-key');
  const key = (await dialog.locator('code').textContent()) ?? '';
  await dialog.getByLabel('Code that the app shows').fill(makeCode(key));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await look('recovery-codes');
  const kept = await codes.allTextContents();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await expect(page.getByText('10 recovery codes left.')).toBeVisible();
  return kept;
};

test('an account from its profile to its end', {
  tag: ['@ROUTE-18', '@ROUTE-46', '@PASSWORD-09', '@UI-03'],
}, async ({ product, builder }) => {
  const { page, look } = builder;
  await page.goto(product.operatorLink);
  const email = await signUp(page, 'Ada Lovelace');
  await verifyEmail(page);

  await page.goto(`${product.origin}/settings/profile`);
  await expect(heading(page, 'Profile')).toBeVisible();
  await look('profile', { fullPage: true });
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('This is no picture.') });
  await expectRedToast(page);
  await page.goto(`${product.origin}/settings/about`);
  await expect(page.getByText('2.3.4')).toBeVisible();
  await look('about');

  await page.goto(`${product.origin}/settings/security`);
  await expect(page.getByText('This one')).toBeVisible();
  await look('security', { fullPage: true });
  const [code = '', other = ''] = await turnOnSecondFactor(builder);

  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current Password').fill(password);
  await dialog.getByLabel('Enter New Password').fill('Better1Horse!');
  await dialog.getByLabel('Confirm New Password').fill('Better1Horse!');
  await look('change-password');
  await dialog.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByText('Password changed successfully')).toBeVisible();
  await expect(page).toHaveURL(/\/agents$/);

  await signOut(page);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await look('forgot');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByRole('link', { name: 'Set a new password' }).click();
  await expect(heading(page, 'Set a new password')).toBeVisible();
  await look('reset-password');
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('Confirm password').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(heading(page, 'Welcome back')).toBeVisible();

  await signIn(page, email);
  await expect(heading(page, 'One more step')).toBeVisible();
  await look('second-step');
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/agents$/);

  await page.goto(`${product.origin}/settings/security`);
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('dialog').getByLabel('Code').fill(other);
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Two-factor sign-in is off')).toBeVisible();

  await page.goto(`${product.origin}/settings/profile`);
  await page.getByRole('button', { name: 'Delete account' }).click();
  const question = page.getByRole('dialog');
  await question.getByLabel('Your password').fill(password);
  await question.getByLabel(`Type ${email} to confirm`).fill(email);
  await look('delete-account');
  await question.getByRole('button', { name: 'Delete account' }).click();
  await expect(heading(page, 'Welcome back')).toBeVisible();
  builder.expectQuiet(/412 \(Precondition Failed\)/);
});
