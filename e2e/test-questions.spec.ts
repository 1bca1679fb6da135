import { expect } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { askInChat, signIn } from './src/steps.ts';

test('a disliked answer becomes a test question, and changed settings have to pass it', {
  tag: ['@APP-14', '@TESTQ-05'],
}, async ({ product, builder, visitor }) => {
  const { client, email } = await product.signUp('Ada');
  const base = await makeBase(client, 'Ferries');
  await upload(client, base, [
    { name: 'pets.md', content: '# Pets\n\nDogs travel free of charge on every ferry.\n' },
    { name: 'fares.md', content: '# Fares\n\nA crossing costs 42 euros for adults.\n' },
  ]);
  await settled(client, base);
  const appId = await makeApp(client, 'Harbour', base);
  const chat = visitor.page;
  await chat.goto(`${product.origin}/chat/${appId}`);
  await askInChat(chat, 'What does a crossing cost?');
  await chat.getByRole('button', { name: 'Dislike' }).click();

  const { page } = builder;
  await page.goto(`${product.origin}/apps/${appId}?tab=tests`);
  await signIn(page, email);
  await expect(page.getByText('Please add test questions')).toBeVisible({ timeout: 60_000 });
  await builder.look('no test questions');

  await test.step('the disliked answer becomes a test question', async () => {
    await page.getByRole('tab', { name: 'Feedback' }).click();
    await page.getByRole('button', { name: /What does a crossing cost/ }).click();
    await page.getByRole('button', { name: 'Make it a test question' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a test question' });
    await expect(dialog.getByLabel('Question')).toHaveValue('What does a crossing cost?');
    await dialog.getByLabel('Correct answer').fill('42 euros for adults');
    await builder.look('test question');
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('a run shows its accuracy', async () => {
    await page.getByRole('tab', { name: 'Test questions' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Run the test questions' });
    await expect(dialog.getByLabel('Answered by')).toHaveValue('1');
    await builder.look('choose what is run');
    await dialog.getByRole('button', { name: 'Run the test questions' }).click();
    const panel = page.getByRole('dialog', { name: 'Run of the test questions' });
    await expect(panel.getByText('Compared word by word')).toBeVisible({ timeout: 30_000 });
    await builder.look('run');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('table', { name: 'Test questions' })).toContainText(/[6-9]\d %|100 %/);
    await expect(page.getByRole('table', { name: 'Runs' })).toContainText('Completed');
    await builder.look('test questions');
  });

  await test.step('settings that answer worse are held back', async () => {
    await page.goto(`${product.origin}/apps/${appId}?tab=settings`);
    await page.getByRole('button', { name: /^Configure Bot/ }).click();
    await page
      .getByRole('textbox', { name: 'Knowledge bases' })
      .or(page.getByRole('combobox', { name: 'Knowledge bases' }))
      .first()
      .click();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Do these settings answer as well?' });
    await dialog.getByRole('button', { name: 'Run the test questions' }).click();
    await expect(dialog.getByText('Worse', { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(dialog.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
    await expect(dialog.getByRole('button', { name: 'Save anyway' })).toBeVisible();
    await builder.look('held back');
    await dialog.getByRole('button', { name: 'Back to the settings' }).click();
  });
  builder.expectQuiet(/status of 412/);
});
