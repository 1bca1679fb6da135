import { expect, type Page } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { signUp } from './src/steps.ts';

/** Adds Chromium's virtual authenticator, which stores passkeys and is always unlocked. */
const giveDevice = async (page: Page): Promise<void> => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
};

test('a passkey opens the account without a password, until it is removed', async ({ product, builder }) => {
  const { page } = builder;
  // Browsers do not create passkeys for an IP address.
  const origin = product.origin.replace('127.0.0.1', 'localhost');
  await giveDevice(page);

  await test.step('add a passkey', async () => {
    await page.goto(`${origin}/signup`);
    await signUp(page, 'Ada Lovelace');
    await page.goto(`${origin}/settings/security`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByText('The passkey is ready')).toBeVisible();
    await expect(page.getByText('Work laptop')).toBeVisible();
    await builder.look('security', { fullPage: true });
  });

  const signOut = async () => {
    await page.getByRole('button', { name: /Ada/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
  };

  await test.step('sign in with it', async () => {
    await signOut();
    await builder.look('sign-in');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page).toHaveURL(`${origin}/agents`);
    await expect(page.getByRole('heading', { level: 1, name: /Ada/ })).toBeVisible();
  });

  await test.step('remove it: it opens nothing any more', async () => {
    await page.goto(`${origin}/settings/security`);
    await page.getByRole('button', { name: 'Actions for Work laptop' }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove “Work laptop”?' });
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('The passkey is removed')).toBeVisible();
    await signOut();
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await expect(page.getByRole('alert')).toContainText('This passkey was not accepted');
  });
  builder.expectQuiet(/401 \(Unauthorized\).*\/api\/auth\/passkeys\/sign-in/);
});
