import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { askInChat, signIn } from './src/steps.ts';

test('a builder corrects a disliked answer, and the next visitor gets it with its source', async ({
  product,
  builder,
  visitor,
}) => {
  const { client, email } = await product.signUp('Ada');
  const base = await makeBase(client, 'Ferries');
  await upload(client, base, [
    { name: 'pets.md', content: '# Pets\n\nDogs travel free of charge on every ferry.\n' },
  ]);
  await settled(client, base);
  const appId = await makeApp(client, 'Harbour', base);
  const chat = visitor.page;
  await chat.goto(`${product.origin}/chat/${appId}`);
  await askInChat(chat, 'Do dogs travel free of charge?');
  await chat.getByRole('button', { name: 'Dislike' }).click();
  const said = chat.getByRole('radio', { name: 'Response not updated' });
  if (await said.isVisible()) await said.check();

  const { page } = builder;
  await page.goto(`${product.origin}/apps/${appId}?tab=curated`);
  await signIn(page, email);
  await expect(page.getByText('No answer was written yet')).toBeVisible({ timeout: 60_000 });
  await builder.look('nothing written');

  await test.step('the answer begins with the one that was disliked', async () => {
    await page.getByRole('tab', { name: 'Feedback' }).click();
    await page.getByRole('button', { name: /Do dogs travel free/ }).click();
    await page.getByRole('button', { name: 'Propose an answer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Write a curated answer' });
    await expect(dialog.getByLabel('Question')).toHaveValue('Do dogs travel free of charge?');
    await expect(dialog.getByText('pets.md')).toBeVisible();
    await dialog.getByLabel('Answer').fill('Dogs travel free of charge [1], but on a lead.');
    await dialog.getByLabel('Other wordings').fill('Is my dog free?');
    await builder.look('dialog');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.keyboard.press('Escape');
  });

  await test.step('a visitor gets it, and opens the source', async () => {
    await askInChat(chat, 'Is my dog free?');
    const answer = chat.getByRole('log').locator('article').last();
    await expect(answer).toContainText('but on a lead');
    await expect(answer).toContainText('A person wrote this answer.');
    await visitor.look('answer');
    await answer
      .getByRole('button', { name: /^Source 1: pets\.md/ })
      .first()
      .click();
    await expect(
      chat.getByRole('complementary', { name: 'pets.md' }).or(chat.getByRole('dialog', { name: 'pets.md' })),
    ).toContainText('Dogs travel free');
    await chat.keyboard.press('Escape');
  });

  await test.step('a visitor saves the conversation with its sources', async () => {
    await chat.getByRole('button', { name: 'History' }).click();
    await visitor.look('history');
    const saved = chat.waitForEvent('download');
    await chat.getByRole('button', { name: 'As text' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    expect(text).toContain('## Is my dog free?');
    expect(text).toContain('Dogs travel free of charge [1], but on a lead.');
    expect(text).toContain('pets.md: “Dogs travel free of charge on every ferry.”');
    const pdf = chat.waitForEvent('download');
    await chat.getByRole('button', { name: 'As PDF', exact: true }).click();
    expect((await readFile(await (await pdf).path())).subarray(0, 5).toString()).toBe('%PDF-');
    await chat.keyboard.press('Escape');
  });

  await test.step('the list counts it', async () => {
    await page.goto(`${product.origin}/apps/${appId}?tab=curated`);
    await expect(page.getByRole('table', { name: 'Curated answers' })).toContainText('once');
    await builder.look('list');
  });

  await test.step('an answer that is written anew, without a mark, shows no source', async () => {
    await page.getByRole('button', { name: 'Do dogs travel free of charge?', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Change the curated answer' });
    await dialog.getByLabel('Answer').fill('No. Dogs stay on land.');
    await expect(dialog.getByText('Not cited.')).toBeVisible();
    await builder.look('not cited');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await askInChat(chat, 'Is my dog free?');
    const answer = chat.getByRole('log').locator('article').last();
    await expect(answer).toContainText('Dogs stay on land.');
    await expect(answer.getByRole('button', { name: /^Source/ })).toHaveCount(0);
  });
  builder.expectQuiet();
});
