import { expect, type Page } from '@playwright/test';
import type { Client } from './src/client.ts';
import { eventually } from './src/eventually.ts';
import { test } from './src/fixtures.ts';
import { type Product, password } from './src/product.ts';
import { answered, signIn } from './src/steps.ts';

interface Mail {
  to: string;
  text: string;
}

interface Desk {
  owner: string;
  api: Client;
  appId: string;
}

const makePrivateApp = async (product: Product): Promise<Desk> => {
  const api = product.visitor();
  const owner = `ada.${Date.now()}@example.com`;
  const account = { name: 'Ada Lovelace', email: owner, password, companyName: 'Harbour Works' };
  await api.post('/api/auth/sign-up', account);
  const { appId } = await api.post<{ appId: string }>('/api/content/manage-app', {
    name: 'Harbour help desk',
    access: 'PRIVATE',
    themeName: 'Green',
  });
  return { owner, api, appId };
};

const newAddress = () => `mary.${Date.now()}@example.org`;

const mailedLink = (product: Product, email: string, path: string): Promise<string> =>
  eventually(async () => {
    const { mails } = await product.visitor().get<{ mails: Mail[] }>('/api/auth/outbox');
    const mail = mails.find(({ to, text }) => to === email && text.includes(path));
    return /https?:\/\/\S+token=[\w-]+/.exec(mail?.text ?? '')?.[0];
  });

/** Invites somebody to the app and signs them up, without a browser. */
const makeAppUser = async (product: Product, { api, appId }: Desk): Promise<string> => {
  const email = newAddress();
  await api.post('/api/content/manage-access', { entityId: appId, email, as: 'APP_USER' });
  const token = new URL(await mailedLink(product, email, '/user/sign-up')).searchParams.get('token');
  await product
    .visitor()
    .post('/api/tenant/sign-up-user', { appId, token, firstName: 'Mary', lastName: 'Jackson', password });
  return email;
};

const openAccess = async (page: Page, product: Product, { owner, appId }: Desk): Promise<void> => {
  await page.goto(`${product.origin}/`);
  await signIn(page, owner);
  await expect(page).toHaveURL(/\/agents$/);
  await page.goto(`${product.origin}/apps/${appId}?tab=access`);
  // On a phone, the bar of the tabs is wider than the screen.
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 });
};

const ask = async (guest: Page, question: string): Promise<void> => {
  await guest.getByRole('textbox').fill(question);
  await guest.keyboard.press('Enter');
  await answered(guest);
};

test('somebody from outside is invited to a private app, signs up and chats', {
  tag: ['@PRIVATE-02', '@PRIVATE-04', '@ROUTE-22', '@ROUTE-26'],
}, async ({ product, builder, visitor }) => {
  const { page } = builder;
  const guest = visitor.page;
  const email = newAddress();
  const desk = await makePrivateApp(product);

  await test.step('a builder invites them to the app alone', async () => {
    await openAccess(page, product, desk);
    await page.getByRole('button', { name: 'Give access' }).click();
    const dialog = page.getByRole('dialog', { name: 'Give access' });
    await dialog.getByLabel('Email').fill(email);
    await dialog.getByLabel('Somebody new becomes').selectOption('APP_USER');
    await builder.look('invite');
    await dialog.getByRole('button', { name: 'Give access' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: `Actions for ${email}` })).toBeVisible();
    await builder.look('invited', { fullPage: true });
    builder.expectQuiet();
  });

  await test.step('the mail leads to the sign-up, which says what a password needs', async () => {
    await guest.goto(await mailedLink(product, email, '/user/sign-up'));
    await expect(guest.getByLabel('Email')).toHaveValue(email);
    await guest.getByLabel('First name').fill('Mary');
    await guest.getByLabel('Password').fill('short');
    await guest.getByRole('button', { name: 'Sign up' }).click();
    await expect(guest.getByRole('alert')).toContainText('Password must');
    await visitor.look('sign-up');
    await guest.getByLabel('Password').fill(password);
    await guest.keyboard.press('Enter');
  });

  await test.step('the chat opens below /user', async () => {
    await expect(guest).toHaveURL(`${product.origin}/user/chat?app=${desk.appId}`);
    await expect(guest.getByText(`Signed in as ${email}`)).toBeVisible();
    await ask(guest, 'When does the harbour open?');
    await visitor.look('chat');
  });
});

test('the link of a private app leads to its sign-in, which has the theme of the app', {
  tag: ['@PRIVATE-04', '@ROUTE-23', '@AUTH-21'],
}, async ({ product, visitor }) => {
  const guest = visitor.page;
  const desk = await makePrivateApp(product);
  const email = await makeAppUser(product, desk);
  await guest.goto(`${product.origin}/chat/${desk.appId}`);
  await expect(guest).toHaveURL(`${product.origin}/user/sign-in?app=${desk.appId}`);
  await expect(guest.getByRole('heading', { name: 'Sign in to Harbour help desk' })).toBeVisible();
  await expect(guest.locator('body')).toHaveAttribute('data-chat-theme', 'green');
  await visitor.look('sign-in');
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(guest.getByLabel('Email')).toHaveJSProperty('validationMessage', 'User ID is required');
  await signIn(guest, email);
  await expect(guest).toHaveURL(`${product.origin}/user/chat?app=${desk.appId}`);
  await expect(guest.getByText(`Signed in as ${email}`)).toBeVisible();
});

test('a forgotten password of an app user is replaced by mail, and the history is still there', {
  tag: ['@PRIVATE-04', '@ROUTE-25'],
}, async ({ product, visitor }) => {
  const guest = visitor.page;
  const newPassword = 'Another-Horse-8';
  const desk = await makePrivateApp(product);
  const email = await makeAppUser(product, desk);
  await guest.goto(`${product.origin}/user/sign-in?app=${desk.appId}`);
  await signIn(guest, email);
  await expect(guest.getByText(`Signed in as ${email}`)).toBeVisible();
  await ask(guest, 'When does the harbour open?');
  await guest.getByRole('button', { name: 'Sign out' }).click();
  await guest.getByRole('link', { name: 'Forgot your password?' }).click();
  await guest.getByLabel('Email').fill(email);
  await guest.getByRole('button', { name: 'Send the link' }).click();
  await expect(guest.getByText(`If ${email} has an account`)).toBeVisible();
  await visitor.look('forgot-password');
  await guest.goto(await mailedLink(product, email, '/user/forgot-password'));
  await guest.getByLabel('New password').fill(newPassword);
  await visitor.look('new-password');
  await guest.getByRole('button', { name: 'Set the password' }).click();
  await guest.getByRole('link', { name: 'Go to the sign-in' }).click();
  await guest.getByLabel('Email').fill(email);
  await guest.getByLabel('Password').fill(newPassword);
  await guest.getByRole('button', { name: 'Sign in' }).click();
  await guest.getByRole('button', { name: 'History' }).click();
  await expect(guest.getByRole('button', { name: /^When does the harbour open/ })).toBeVisible();
});

test('revoked access of an app user ends, and can be asked for', {
  tag: ['@PRIVATE-07'],
}, async ({ product, builder, visitor }) => {
  const { page } = builder;
  const guest = visitor.page;
  const desk = await makePrivateApp(product);
  const email = await makeAppUser(product, desk);
  const choose = async (action: string) => {
    await page.getByRole('button', { name: `Actions for ${email}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await guest.goto(`${product.origin}/user/sign-in?app=${desk.appId}`);
  await signIn(guest, email);
  await expect(guest.getByText(`Signed in as ${email}`)).toBeVisible();

  await test.step('the next visit ends at the sign-in', async () => {
    await openAccess(page, product, desk);
    await choose('Revoke access');
    await page.getByRole('button', { name: 'Take back' }).click();
    await expect(page.getByText(`${email} has no access any more.`)).toBeVisible();
    await guest.reload();
    await expect(guest.getByRole('heading', { name: 'Sign in to Harbour help desk' })).toBeVisible();
  });

  await test.step('a request reaches the owner, who gives access again', async () => {
    await signIn(guest, email);
    await expect(
      guest.getByRole('heading', { name: 'You have no access to Harbour help desk' }),
    ).toBeVisible();
    await guest.getByRole('button', { name: 'Ask for access' }).click();
    await expect(guest.getByText('You asked for access.')).toBeVisible();
    await visitor.look('no-access');
    await page.reload();
    await expect(page.getByText('Asks for access')).toBeVisible();
    await builder.look('asked', { fullPage: true });
    await choose('Give access');
    await expect(page.getByText('Has access', { exact: true })).toBeVisible();
    await guest.reload();
    await expect(guest).toHaveURL(`${product.origin}/user/chat?app=${desk.appId}`);
    builder.expectQuiet();
  });
});

test('the mailed link of an app user who got the invitation by hand confirms the address', {
  tag: ['@PRIVATE-04', '@ROUTE-24'],
}, async ({ product, visitor }) => {
  const guest = visitor.page;
  const { api, appId } = await makePrivateApp(product);
  const email = newAddress();
  await api.post('/api/content/manage-access', { entityId: appId, email, as: 'APP_USER' });
  const { items } = await api.get<{ items: { accessId: string }[] }>(
    `/api/content/app-users/${appId}?search=${email}`,
  );
  const { link } = await api.post<{ link: string }>(`/api/content/app-users/${items[0]?.accessId}/link`, {});
  const token = new URL(link).searchParams.get('token') ?? '';
  await product
    .visitor()
    .post('/api/tenant/sign-up-user', { appId, token, firstName: 'Mary', lastName: 'Jackson', password });
  const isVerified = async () => {
    const [user] = await product.sql<{ verified: boolean }>(
      'select email_verified as verified from app_users where email = $1',
      [email],
    );
    return user?.verified;
  };
  expect(await isVerified()).toBe(false);
  await guest.goto(await mailedLink(product, email, '/user/verify'));
  await expect(
    guest.getByRole('heading', { name: 'Confirm your email for Harbour help desk' }),
  ).toBeVisible();
  await guest.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(guest.getByRole('heading', { name: 'Your email is confirmed' })).toBeVisible();
  await visitor.look('verified');
  expect(await isVerified()).toBe(true);
  await guest.getByRole('link', { name: 'Open Harbour help desk' }).click();
  await signIn(guest, email);
  await expect(guest).toHaveURL(`${product.origin}/user/chat?app=${appId}`);
});

test('a link with no valid token, or to no app, says what to do', {
  tag: ['@PRIVATE-04', '@ROUTE-24'],
}, async ({ product, visitor }) => {
  const guest = visitor.page;
  const { appId } = await makePrivateApp(product);
  await guest.goto(`${product.origin}/user/verify?app=${appId}&token=apv_not-a-token`);
  await guest.getByRole('button', { name: 'Confirm the address' }).click();
  await expect(guest.getByRole('alert')).toContainText('This link has expired or was used already.');
  await visitor.look('verify');
  await guest.goto(`${product.origin}/user/sign-up?app=${appId}&token=api_not-a-token`);
  await expect(guest.getByRole('heading', { name: 'You need an invitation' })).toBeVisible();
  await guest.goto(`${product.origin}/user/sign-in?app=app_none`);
  await expect(guest.getByRole('heading', { name: 'This app does not exist' })).toBeVisible();
  await visitor.look('no-app');
});
