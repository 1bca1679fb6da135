import { expect } from '@playwright/test';
import { ask, makeApp } from './src/chat.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { signIn } from './src/steps.ts';

test('the monitor shows the figures of an app from its first question and its unanswered topics', async ({
  product,
  builder,
}) => {
  const { client, email } = await product.signUp('Ada');
  const base = await makeBase(client, 'Ferries');
  await upload(client, base, [
    { name: 'fares.md', content: '# Fares\n\nA crossing costs 42 euros for adults.\n' },
  ]);
  await settled(client, base);
  const appId = await makeApp(client, 'Harbour', base);
  for (const query of ['What does a crossing cost?', 'Who repairs violins?', 'Which violins are repaired?'])
    await ask(client, { appId, query });

  const { page } = builder;
  await page.goto(`${product.origin}/monitor`);
  await signIn(page, email);
  await expect(page.getByRole('heading', { level: 1, name: 'Monitor' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Already active' })).toBeVisible();
  await expect(page.getByText('Unanswered topics')).toBeVisible();
  await builder.look('list');
  await ask(client, { appId, query: 'What does a crossing cost?' });
  await page.getByRole('table', { name: 'Apps' }).getByRole('link', { name: 'Harbour' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible();
  await page.reload();
  await builder.look('one app');
  await page.getByRole('table', { name: 'Days' }).getByRole('link').first().click();
  await expect(page.getByRole('table', { name: 'Hours' })).toBeVisible();
  await page.getByRole('link', { name: /^Show the questions of these days/ }).click();
  const questions = page.getByRole('table', { name: 'Questions' });
  await expect(questions).toContainText('Who repairs violins?');
  await builder.look('questions of the day');
  await questions.getByRole('button', { name: 'What does a crossing cost?' }).first().click();
  const trace = page.getByRole('region', { name: 'How it was answered' });
  await expect(trace.getByText('Search', { exact: true })).toBeVisible();
  await builder.look('trace of an answer');

  await page.goto(`${product.origin}/agents`);
  await expect(page.getByRole('heading', { name: 'Questions in the last 14 days' })).toBeVisible();
  await expect(page.getByText('Credits spent')).toBeVisible();
  await builder.look('home');
  await page
    .getByRole('link', { name: /^Add a document about / })
    .first()
    .click();
  await expect(page).toHaveURL(new RegExp(`/knowledge-base/${base}/documents$`));
});

test('the usual alerts are switched on, one is written with a webhook, and the dialogs fit', async ({
  product,
  builder,
}) => {
  const { client, email } = await product.signUp('Ada');
  const base = await makeBase(client, 'Ferries');
  await makeApp(client, 'Harbour', base);
  const { page } = builder;
  await page.goto(`${product.origin}/monitor?tab=alerts`);
  await signIn(page, email);
  await expect(page.getByText('Nobody is told when something goes wrong')).toBeVisible();
  await builder.look('no alerts');
  await page.getByRole('button', { name: 'Switch on the usual alerts' }).click();
  await expect(page.getByRole('table', { name: 'Alert rules' }).getByText('Slow answers')).toBeVisible();
  await builder.look('alerts');
  await page.getByRole('button', { name: 'New alert' }).click();
  const dialog = page.getByRole('dialog', { name: 'New alert' });
  await dialog.getByLabel('Name').fill('Dislikes at the harbour');
  await dialog.getByRole('combobox', { name: 'Watch' }).click();
  await page.getByRole('option', { name: 'An app' }).click();
  await dialog.getByRole('combobox', { name: 'App' }).click();
  await page.getByRole('option', { name: 'Harbour' }).click();
  await dialog.getByLabel('Webhook').fill('https://hooks.example.com/alerts');
  await builder.look('new alert');
  await dialog.getByRole('button', { name: 'Create alert' }).click();
  await expect(page.getByText(/^whsec_/)).toBeVisible();
  await builder.look('key of the webhook');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(
    page.getByRole('table', { name: 'Alert rules' }).getByText('Dislikes at the harbour'),
  ).toBeVisible();
});
