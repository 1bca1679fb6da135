import { expect, type Page } from '@playwright/test';
import { test } from './src/fixtures.ts';
import { cardOf, closeStep } from './src/flows.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { askInChat, signIn } from './src/steps.ts';

const describeApp = async (page: Page): Promise<void> => {
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour');
  await page.getByRole('radio', { name: 'Public' }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
};

test('an app is answered by a flow, with citations and a link to the run', { tag: ['@APP-05'] }, async ({
  product,
  builder,
  visitor,
}) => {
  const { page } = builder;
  const { client, email } = await product.signUp('Ada');
  const base = await makeBase(client, 'Ferries');
  await upload(client, base, [
    { name: 'ferries.md', content: '# Ferries\n\nThe Alpha ferry leaves at six in the morning.\n' },
  ]);
  await settled(client, base);

  await test.step('without a flow that can answer, the choice says what is missing', async () => {
    await page.goto(`${product.origin}/apps?new=1`);
    await signIn(page, email);
    await describeApp(page);
    await expect(page.getByText(/No flow can answer yet/)).toBeVisible();
    await builder.look('flow-answers-missing');
  });

  await test.step('a flow is built that asks the knowledge base', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto(`${product.origin}/flows`);
    await page.getByRole('button', { name: 'New flow' }).click();
    await cardOf(page, /Choose a trigger/).click();
    await page.getByRole('combobox', { name: 'Search' }).fill('question in a chat');
    await page.getByRole('option', { name: /A question in a chat/ }).click();
    await builder.look('flow-answers-trigger');
    await closeStep(page);
    await page.getByRole('button', { name: 'Add a step at the start' }).click();
    await page.getByRole('combobox', { name: 'Search' }).fill('ask knowledge');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: /Knowledge bases/ }).click();
    await page.getByRole('option', { name: 'Ferries' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: 'Question' }).fill('{{trigger.question}}');
    await builder.look('flow-answers-ask');
    await closeStep(page);
    await page
      .getByRole('button', { name: /^Add a step after/ })
      .last()
      .click();
    await page.getByRole('combobox', { name: 'Search' }).fill('answer in the chat');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Answer' }).fill('{{step_1.answer}}');
    await closeStep(page);
    await expect(page.getByText('All changes are saved')).toBeVisible();
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByRole('switch', { name: 'On', exact: true })).toBeChecked();
    await builder.look('flow-answers-flow');
  });

  let link = '';
  await test.step('an app gets its answers from it', async () => {
    await page.goto(`${product.origin}/apps?new=1`);
    await describeApp(page);
    await page.getByText('A flow', { exact: true }).click();
    await page.getByRole('combobox', { name: 'Flow that answers' }).click();
    await page.getByRole('option', { name: 'New flow' }).click();
    await builder.look('flow-answers-choice');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button', { name: 'Create app' }).click();
    await expect(page).toHaveURL(/\/apps\/app_\w+/);
    link = new URL(page.url()).pathname.split('/')[2] ?? '';
  });

  await test.step('a visitor asks', async () => {
    const chat = visitor.page;
    await chat.goto(`${product.origin}/chat/${link}`);
    await askInChat(chat, 'When does the Alpha ferry leave?');
    await expect(chat.getByText(/six in the morning/).first()).toBeVisible();
    await expect(chat.getByText('ferries.md').first()).toBeVisible();
    await visitor.look('flow-answers-chat');
  });

  await test.step('the builder sees the run behind an answer', async () => {
    await page.goto(`${product.origin}/apps/${link}?tab=questions`);
    await page.getByText('When does the Alpha ferry leave?').first().click({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Run of the flow' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Run of New flow' })).toBeVisible();
    await builder.look('flow-answers-run');
  });
});
