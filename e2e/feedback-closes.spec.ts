import { expect } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { askInChat, signIn } from './src/steps.ts';

const question = 'What does a crossing cost?';

test('a disliked answer is improved, tested, let through by the gate, and told to the visitor', {
  tag: ['@FEEDBACK-07', '@FEEDBACK-11', '@APP-14'],
}, async ({ product, builder, visitor }) => {
  const { client, email } = await product.signUp('Ada');
  const base = await makeBase(client, 'Ferries');
  await upload(client, base, [
    { name: 'fares.md', content: '# Fares\n\nA crossing costs 42 euros for adults.\n' },
  ]);
  await settled(client, base);
  const appId = await makeApp(client, 'Harbour', base);
  const chat = visitor.page;
  await chat.goto(`${product.origin}/chat/${appId}`);
  await askInChat(chat, question);
  await chat.getByRole('button', { name: 'Dislike' }).click();
  const form = chat.getByRole('form', { name: 'Feedback on this answer' });
  await form.getByLabel('Response not updated').check();
  await form.getByLabel('Your feedback').fill('It is 45 euros since May.');
  await form.getByRole('button', { name: 'Send feedback' }).click();
  await expect(form).toBeHidden();

  const { page } = builder;
  const panel = page.getByRole('dialog', { name: 'Feedback' });
  await test.step('the builder sees it and takes it', async () => {
    await page.goto(`${product.origin}/apps/${appId}?tab=feedback`);
    await signIn(page, email);
    await page.getByRole('button', { name: new RegExp(question.slice(0, 20)) }).click();
    await expect(panel).toContainText('It is 45 euros since May.', { timeout: 60_000 });
    await panel.getByLabel('Looked after by').selectOption('Ada');
    await expect(panel.getByLabel('Looked after by')).toBeEnabled();
    await builder.look('feedback');
  });

  await test.step('the cited passage opens in the editor', async () => {
    await panel.getByRole('button', { name: 'Edit chunk 1 of fares.md' }).click();
    const editor = page.getByRole('dialog', { name: 'Edit chunk 1' });
    await expect(editor.getByLabel('Text')).toHaveValue(/42 euros/);
    await builder.look('edit passage');
    await editor.getByRole('button', { name: 'Cancel' }).click();
    await expect(editor).toBeHidden();
  });

  await test.step('the builder proposes an answer and adds a test question', async () => {
    await panel.getByRole('button', { name: 'Propose an answer' }).click();
    const curated = page.getByRole('dialog', { name: 'Write a curated answer' });
    await curated.getByLabel('Answer').fill('A crossing costs 45 euros for adults since May [1].');
    await curated.getByRole('button', { name: 'Save' }).click();
    await expect(curated).toBeHidden();
    await panel.getByRole('button', { name: 'Make it a test question' }).click();
    const tested = page.getByRole('dialog', { name: 'Add a test question' });
    await tested.getByLabel('Correct answer').fill('A crossing costs 45 euros for adults since May');
    await tested.getByRole('button', { name: 'Add' }).click();
    await expect(tested).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('the gate lets changed settings pass', async () => {
    await page.goto(`${product.origin}/apps/${appId}?tab=settings`);
    await page.getByRole('button', { name: /^Configure Bot/ }).click();
    await page.getByLabel('Instructions').fill('Answer briefly.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const gate = page.getByRole('dialog', { name: 'Do these settings answer as well?' });
    await gate.getByRole('button', { name: 'Run the test questions' }).click();
    await expect(gate.getByRole('button', { name: 'Save', exact: true })).toBeVisible({ timeout: 30_000 });
    await builder.look('gate passed');
    await gate.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(gate).toBeHidden();
  });

  await test.step('the question is asked again, and the visitor is told', async () => {
    await page.goto(`${product.origin}/apps/${appId}?tab=feedback`);
    await page.getByRole('button', { name: new RegExp(question.slice(0, 20)) }).click();
    await panel.getByRole('button', { name: 'Ask again' }).click();
    await expect(panel).toContainText('45 euros for adults since May', { timeout: 30_000 });
    await builder.look('new answer');
    await panel.getByRole('button', { name: 'Tell them the new answer' }).click();
    await expect(panel).toContainText('Ada told them on');
    await expect(panel.getByLabel('Status')).toHaveValue('Closed');
  });

  await test.step('the visitor reads it below the answer that they disliked, and opens its source', async () => {
    const told = chat.getByRole('region', { name: 'New answer' });
    // The page was open all the time, and looks every twenty seconds.
    await expect(told).toContainText('45 euros for adults since May', { timeout: 40_000 });
    await visitor.look('told');
    await chat.getByRole('button', { name: 'New answer to your feedback' }).click();
    await expect(told).toBeFocused();
    await chat.reload();
    await expect(told).toContainText('A person wrote this answer.');
    await told
      .getByRole('button', { name: /^Source 1: fares\.md/ })
      .first()
      .click();
    await expect(
      chat
        .getByRole('complementary', { name: 'fares.md' })
        .or(chat.getByRole('dialog', { name: 'fares.md' })),
    ).toContainText('42 euros');
  });
  builder.expectQuiet(/status of 412/);
});
