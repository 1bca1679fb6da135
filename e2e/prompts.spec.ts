import { expect } from '@playwright/test';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { signIn } from './src/steps.ts';

test('a builder writes a prompt, publishes it and inserts it in an agent', {
  tag: ['@ROUTE-15', '@PROMPT-01', '@PROMPT-02', '@PROMPT-03', '@PROMPT-04', '@PROMPT-05', '@PROMPT-06'],
}, async ({ product, builder }) => {
  const { page } = builder;
  const model = await startScriptedModel(() => 'Answer {{customer}} kindly, in two sentences.');
  const { client, email } = await product.signUp('Ada');
  await model.offerTo(client);

  await test.step('the library is in the menu and says what to do first', async () => {
    await page.goto(`${product.origin}/prompt-manager`);
    await signIn(page, email);
    await expect(page.getByRole('heading', { name: 'Write your first prompt' })).toBeVisible({
      timeout: 60_000,
    });
    await builder.look('prompts-empty', { fullPage: true });
  });

  await test.step('the model writes a first version, and the preview fills in the variables', async () => {
    await page.getByRole('link', { name: 'New prompt' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Kind answer');
    for (const role of ['System', 'User', 'Assistant'])
      await expect(page.getByRole('radio', { name: role })).toBeVisible();
    await page.getByRole('button', { name: /^Have it written/ }).click();
    await page.getByRole('textbox', { name: 'What should the prompt do?' }).fill('Answer letters kindly.');
    await page.getByRole('button', { name: 'Write it' }).click();
    await expect(page.getByRole('textbox', { name: 'Prompt', exact: true })).toHaveValue(
      'Answer {{customer}} kindly, in two sentences.',
    );
    await builder.look('prompt-new', { fullPage: true });
    const tryIt = page.getByText('Try it', { exact: true });
    if (await tryIt.isVisible()) await tryIt.click();
    await page.getByRole('textbox', { name: 'customer' }).fill('Grace');
    await expect(page.getByText('Answer Grace kindly, in two sentences.')).toBeVisible();
    await builder.look('prompt-preview', { fullPage: true });
    if (await tryIt.isVisible()) await page.getByText('Settings', { exact: true }).click();
    await page.getByRole('button', { name: 'Create prompt' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kind answer' })).toBeVisible();
    await expect(page.getByText('Draft', { exact: true })).toBeVisible();
  });

  await test.step('it is published', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText('Published, version 1', { exact: true })).toBeVisible();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await expect(page.getByText('Version 1', { exact: true })).toBeVisible();
    await builder.look('prompt-versions', { fullPage: true });
    await page.goto(`${product.origin}/prompt-manager`);
    await expect(page.getByRole('link', { name: /^Kind answer/ })).toBeVisible();
    await builder.look('prompts-list', { fullPage: true });
  });

  await test.step('the list is filtered by status, and sorted by its three columns', async () => {
    await client.post('/api/prompts/prompts', { name: 'A harsh answer', shareWith: 'CUSTOM' });
    await page.reload();
    const prompts = page.getByRole('table', { name: 'Prompts' }).getByRole('link');
    await expect(prompts).toHaveText(['A harsh answer', 'Kind answer']);
    for (const [column, first] of [
      ['Name', 'A harsh answer'],
      ['Added', 'Kind answer'],
      ['Modified', 'Kind answer'],
    ] as const) {
      const choice = page.getByRole('combobox', { name: 'Sort by' });
      const head = page.getByRole('columnheader', { name: column });
      if (await choice.isVisible()) await choice.selectOption(`${column} ↑`);
      else {
        await expect(async () => {
          if ((await head.getAttribute('aria-sort')) !== 'ascending') await head.getByRole('button').click();
          await expect(head).toHaveAttribute('aria-sort', 'ascending', { timeout: 1000 });
        }).toPass();
      }
      await expect(prompts.first()).toHaveText(first);
    }
    await builder.look('prompts-sorted', { fullPage: true });
    await expect(page.getByRole('row').filter({ hasText: 'A harsh answer' })).toContainText('Some people');
    await expect(page.getByRole('row').filter({ hasText: 'Kind answer' })).toContainText('Everyone');
    for (const [status, name] of [
      ['Draft', 'A harsh answer'],
      ['Published', 'Kind answer'],
    ] as const) {
      await page.getByRole('combobox', { name: 'Filter by status' }).selectOption(status);
      await expect(prompts).toHaveText([name]);
    }
  });

  await test.step('an agent takes it as its instructions', async () => {
    await page.goto(`${product.origin}/agents?new=1`);
    await page.getByRole('textbox', { name: 'Name' }).fill('Letters');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'From the prompt library' }).click();
    await page.getByRole('button', { name: /^Kind answer/ }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'customer' }).fill('our customers');
    await builder.look('prompt-insert');
    await page.getByRole('dialog').getByRole('button', { name: 'Insert' }).click();
    await expect(page.getByRole('textbox', { name: 'Instructions' })).toHaveValue(
      'Answer our customers kindly, in two sentences.',
    );
  });
});
