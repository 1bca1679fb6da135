import { expect } from '@playwright/test';
import { documents } from './src/documents.ts';
import { test } from './src/fixtures.ts';
import {
  answered,
  dropFiles,
  expectImported,
  makeKnowledgeBase,
  makePublicApp,
  openSection,
  signUp,
} from './src/steps.ts';

test('the short way to an answer with its source', async ({ product, builder, visitor }) => {
  const { page } = builder;
  const chat = visitor.page;
  await page.goto(`${product.origin}/signup`);
  await builder.look('sign-up');
  await signUp(page, 'Grace Hopper');
  await expect(page.getByRole('heading', { level: 1, name: /Grace/ })).toBeVisible();
  await builder.look('home', { fullPage: true });
  await makeKnowledgeBase(page, 'Harbour handbook');
  await dropFiles(page, await documents(12));
  await expectImported(page, 9);
  await builder.look('documents', { fullPage: true });
  await page.getByRole('link', { name: 'Retrieval' }).click();
  await page.getByRole('textbox', { name: 'Question' }).fill('Who pays for a monitor at home?');
  await page.getByRole('button', { name: 'Find chunks' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'remote-work.docx' }).first()).toBeVisible();
  await builder.look('retrieval', { fullPage: true });
  await page.getByRole('link', { name: 'Settings' }).click();
  await builder.look('knowledge-settings', { fullPage: true });
  await openSection(page, 'Knowledge');
  await expect(page.getByRole('link', { name: 'Harbour handbook' })).toBeVisible();
  await builder.look('knowledge');
  const link = await makePublicApp(page, { name: 'Harbour help', base: 'Harbour handbook' }, builder.look);
  for (const tab of ['Settings', 'API']) {
    await page.getByRole('tab', { name: tab }).click();
    await builder.look(`app-${tab.toLowerCase()}`, { fullPage: true });
  }
  await openSection(page, 'Models');
  await builder.look('models', { fullPage: true });

  await chat.goto(link);
  await chat.getByRole('textbox', { name: /^Ask / }).fill('How many guests does the harbour fair expect?');
  await chat.getByRole('button', { name: 'Send' }).click();
  await answered(chat);
  await expect(chat.getByRole('log')).toContainText('1,200');
  await visitor.look('chat-answer');
  await chat.getByRole('button', { name: /^Source 1: harbour-fair\.pptx/ }).click();
  const source = chat.getByRole('complementary').or(chat.getByRole('dialog'));
  await expect(source.locator('[data-chunk]').first()).toContainText('1,200');
  await visitor.look('chat-source');
  builder.expectQuiet();
  visitor.expectQuiet();
});
