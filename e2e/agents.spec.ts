import { expect } from '@playwright/test';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { test } from './src/fixtures.ts';
import { makeBase } from './src/knowledge.ts';
import { openSection, signIn } from './src/steps.ts';

test('a builder makes an agent from an example, learns what is missing, and publishes it', async ({
  product,
  builder,
}) => {
  const { page } = builder;
  const model = await startScriptedModel(() => 'Done.');
  const { client, email } = await product.signUp('Ada');
  await makeBase(client, 'Staff handbook');

  await test.step('the list is empty and says what to do first', async () => {
    await page.goto(`${product.origin}/agents`);
    await signIn(page, email);
    await expect(page.getByRole('heading', { name: 'Make your first agent' })).toBeVisible({
      timeout: 60_000,
    });
    await builder.look('agents-empty', { fullPage: true });
  });

  await test.step('an example fills in the steps', async () => {
    await page.getByRole('link', { name: /^Research assistant/ }).click();
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Research assistant');
    await builder.look('agent-overview', { fullPage: true });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('combobox', { name: 'Knowledge bases' }).click();
    await page.getByRole('option', { name: 'Staff handbook' }).click();
    await page.keyboard.press('Escape');
    await builder.look('agent-flow', { fullPage: true });
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('radio', { name: 'Ask when it matters' })).toBeChecked();
    await builder.look('agent-settings', { fullPage: true });
    await page.getByRole('button', { name: 'Create agent' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Research assistant' })).toBeVisible();
    await expect(page).toHaveURL(/\/agent\?id=agt_/);
  });

  await test.step('without a language model it cannot be published, and the setting says so', async () => {
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByText(/^An agent needs a language model, and this one only quotes/)).toBeVisible();
    await builder.look('agent-incomplete', { fullPage: true });
  });

  await test.step('with one it is published', async () => {
    await model.offerTo(client);
    await page.reload();
    await page.getByRole('button', { name: /^Model/ }).click();
    await page.getByRole('combobox', { name: 'Model' }).click();
    await page.getByRole('option', { name: 'scripted', exact: true }).click();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Published' })).toBeVisible();
    await builder.look('agent-published', { fullPage: true });
  });

  await test.step('a change is compared with the published version and taken back', async () => {
    await page.getByRole('button', { name: /^About/ }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Looks things up.');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('tab', { name: 'Versions' }).click();
    await page.getByRole('button', { name: /^Version 1/ }).click();
    await expect(page.getByRole('list', { name: 'Differences' })).toContainText('Looks things up.');
    await builder.look('agent-version');
    await page.getByRole('button', { name: 'Restore version 1' }).click();
    await expect(page.getByText('Version restored as the draft.')).toBeVisible();
  });

  await test.step('the list shows it, and what deleting it takes along', async () => {
    await openSection(page, 'Agents');
    await expect(page.getByRole('link', { name: /^Research assistant/ })).toBeVisible();
    await expect(page.getByText('Has unpublished changes')).toBeVisible();
    await builder.look('agents-list', { fullPage: true });
    await page.getByRole('button', { name: 'Actions for Research assistant' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete “Research assistant”?' });
    await expect(dialog.getByText('2 versions and 0 runs are deleted with it.')).toBeVisible();
    await builder.look('agent-delete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { name: 'Make your first agent' })).toBeVisible();
  });

  builder.expectQuiet(/status of 400 .*\/publish\)$/);
  await model.close();
});
