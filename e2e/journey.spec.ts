import { expect } from '@playwright/test';
import { Client } from './src/client.ts';
import { documents, notes } from './src/documents.ts';
import { test } from './src/fixtures.ts';
import { password } from './src/product.ts';
import {
  answered,
  askInChat,
  dropFiles,
  expectImported,
  makeKnowledgeBase,
  makePublicApp,
  openSection,
  signIn,
  signUp,
} from './src/steps.ts';

const ferry = 'When does the night ferry to Trelleborg leave?';

test('from sign-up to a cited answer in a shared chat, over a restart and a kill', {
  tag: ['@CHAT-01', '@CHAT-12', '@CHAT-14'],
}, async ({ product, provider, builder, visitor }) => {
  const { page } = builder;
  const chat = visitor.page;
  let email = '';
  let baseId = '';
  let link = '';

  await test.step('sign up', async () => {
    await page.goto(product.origin);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await builder.look('sign-in');
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
    await builder.look('sign-up');
    email = await signUp(page, 'Ada Lovelace');
    await expect(page.getByRole('heading', { level: 1, name: /Ada/ })).toBeVisible();
    await builder.look('home');
  });

  await test.step('make a knowledge base and drop documents of every kind on it', async () => {
    await openSection(page, 'Knowledge');
    await expect(page.getByText('Start with a knowledge base')).toBeVisible();
    await builder.look('knowledge-empty');
    baseId = await makeKnowledgeBase(page, 'Harbour handbook');
    await expect(page.getByText('Drop your first documents here')).toBeVisible();
    await builder.look('documents-empty');
    await dropFiles(page, await documents(500));
    await expect(page.getByRole('cell').filter({ hasText: 'Processing' }).first()).toBeVisible();
    await builder.look('documents-processing');
    await page.locator('input[type=file]:not([webkitdirectory])').setInputFiles(notes(200));
    await expect(page.getByRole('progressbar').first()).toBeVisible();
    await builder.look('documents-many');
    await expectImported(page, 209);
    await builder.look('documents-imported');
  });

  await test.step('read a document', async () => {
    await page.getByPlaceholder('Search documents').fill('timetable');
    const row = page.getByRole('row').filter({ hasText: 'timetable.pdf' });
    await expect(row).toContainText('500');
    await row.getByRole('button', { name: /: timetable\.pdf$/ }).click();
    await expect(page.getByRole('dialog')).toContainText('Timetable notes of route 1');
    await builder.look('document');
    await page.keyboard.press('Escape');
  });

  await test.step('try the retrieval', async () => {
    await page.getByRole('link', { name: 'Retrieval' }).click();
    await page.getByRole('textbox', { name: 'Question' }).fill(ferry);
    await page.getByRole('button', { name: 'Find chunks' }).click();
    const best = page.getByRole('listitem').filter({ hasText: 'timetable.pdf' }).first();
    await expect(best).toContainText('Page 317');
    await expect(best.locator('mark').first()).toContainText('23:40');
    await builder.look('retrieval');
    await best.getByRole('button', { name: /^Open in source/ }).click();
    await expect(
      page.getByRole('dialog').locator('mark').filter({ hasText: 'night ferry' }),
    ).toBeInViewport();
    await expect(page.getByRole('dialog')).toContainText('Page 317');
    await builder.look('retrieval-source');
    await page.keyboard.press('Escape');
  });

  await test.step('make a public app', async () => {
    const samples = [ferry, 'How many days of paid leave per year?', 'What does a new key cost?'];
    const app = { name: 'Harbour help', base: 'Harbour handbook', samples };
    link = await makePublicApp(page, app, builder.look);
    expect(link).toContain('/chat/app_');
    await openSection(page, 'Apps');
    await expect(page.getByRole('link', { name: 'Harbour help' })).toBeVisible();
    await builder.look('apps');
  });

  await test.step('ask it by its link, in another profile, without an account', async () => {
    await chat.goto(link);
    await expect(chat.getByRole('button', { name: ferry })).toBeVisible();
    await visitor.look('chat-welcome');
    await chat.getByRole('button', { name: ferry }).click();
    await answered(chat);
    const answer = chat.getByRole('log').locator('article').last();
    await expect(answer).toContainText('23:40');
    await expect(answer.getByRole('list', { name: 'Sources' })).toContainText('timetable.pdf');
    await visitor.look('chat-answer');
    await answer.getByRole('button', { name: /^Source 1: timetable\.pdf, page 317/ }).click();
    // The source is shown next to the answer where there is room, otherwise over it.
    const name = 'timetable.pdf';
    const source = chat.getByRole('complementary', { name }).or(chat.getByRole('dialog', { name }));
    await expect(source).toContainText('Page 317 of');
    await expect(source.locator('[data-chunk]').first()).toBeInViewport();
    await visitor.look('chat-source-page');
    await source.getByRole('button', { name: 'Show the text' }).click();
    await expect(source.locator('mark').first()).toContainText('23:40');
    await expect(source.locator('mark').first()).toBeInViewport();
    await visitor.look('chat-source');
    await source.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('follow up, copy, ask again, come back', async () => {
    await askInChat(chat, 'How many days of paid leave do employees get per year?');
    await askInChat(chat, 'And part-time employees?');
    const last = chat.getByRole('log').locator('article').last();
    await expect(last).toContainText('in proportion');
    await chat.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await last.getByRole('button', { name: 'Copy' }).click();
    await expect(last.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await chat.evaluate<string>('navigator.clipboard.readText()')).toContain('in proportion');
    await last.getByRole('button', { name: 'Try again' }).click();
    await answered(chat);
    await expect(chat.getByRole('log').locator('article')).toHaveCount(3);
    await chat.reload();
    await expect(chat.getByRole('log').locator('article')).toHaveCount(3);
    await expect(chat.getByRole('log')).toContainText('23:40');
    await chat.getByRole('button', { name: 'History' }).click();
    await expect(chat.getByRole('dialog')).toContainText(ferry);
    await visitor.look('chat-history');
    await chat.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('stop an answer that gets stuck, and ask for it again', async () => {
    const client = new Client(product.origin);
    await client.post('/api/auth/sign-in', { email, password });
    const { OPENAI_BASE_URL: baseUrl } = provider.env('fake-hang-mid');
    const { providerId } = await client.post<{ providerId: string }>('/api/tenant/model-providers', {
      kind: 'openai-compatible',
      name: 'House model',
      settings: { baseUrl, apiKey: 'a-key-for-tests' },
      chatModels: ['fake-hang-mid'],
    });
    const appId = /app_\w+/.exec(link)?.[0];
    await client.put('/api/content/manage-app', { appId, modelId: `${providerId}/fake-hang-mid` });
    // The first question of a conversation is searched as it is, without regard to earlier ones.
    await chat.getByRole('button', { name: 'New chat' }).click();
    await chat.getByRole('textbox', { name: /^Ask / }).fill('What does a new key cost?');
    await chat.keyboard.press('Enter');
    const last = chat.getByRole('log').locator('article').last();
    const writing = last.locator('[aria-busy="true"]');
    await expect(writing).not.toContainText('is looking for the answer');
    await expect(writing).toContainText(/\w/);
    await visitor.look('chat-streaming');
    await chat.getByRole('button', { name: 'Stop the answer' }).click();
    await expect(last).toContainText('You stopped this answer.');
    await client.put('/api/content/manage-app', { appId, modelId: 'atelier/extractive' });
    await last.getByRole('button', { name: 'Try again' }).click();
    await answered(chat);
    await expect(last).not.toContainText('You stopped this answer.');
    await expect(last.getByRole('button', { name: /^Source 1/ }).first()).toBeVisible();
    await expect(chat.getByRole('log').locator('article')).toHaveCount(1);
  });

  for (const [turns, signal] of [
    [1, 'SIGTERM'],
    [2, 'SIGKILL'],
  ] as const) {
    await test.step(`everything is there after ${signal} and a new start`, async () => {
      await builder.whileServerIsAway(() =>
        visitor.whileServerIsAway(async () => {
          await product.kill(signal);
          await product.start();
          await chat.reload();
          await page.goto(`${product.origin}/knowledge-base/${baseId}/documents`);
        }),
      );
      await expect(chat.getByRole('log').locator('article')).toHaveCount(turns);
      await expectImported(page, 209);
      await askInChat(chat, 'What does a new key cost?');
      await expect(chat.getByRole('log').locator('article').last()).toContainText('30 euros');
    });
  }

  await test.step('take the app offline: its link says so', async () => {
    await openSection(page, 'Apps');
    await page.getByRole('link', { name: 'Harbour help' }).click();
    await page.getByRole('switch', { name: 'Online' }).click();
    await expect(page.getByText('The app is offline.')).toBeVisible();
    await chat.goto(link);
    await expect(chat.getByRole('heading', { name: 'App Not Available' })).toBeVisible();
    await expect(chat).toHaveURL(/\/app-not-found$/);
    await visitor.look('chat-not-available');
  });

  await test.step('sign out, come back by a deep link', async () => {
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await page.goto(`${product.origin}/knowledge-base/${baseId}/retrieval`);
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
    await signIn(page, email);
    await expect(page).toHaveURL(new RegExp(`/knowledge-base/${baseId}/retrieval`));
    await expect(page.getByRole('heading', { level: 1, name: 'Harbour handbook' })).toBeVisible();
  });

  builder.expectQuiet();
  visitor.expectQuiet(/404 \(Not Found\).*\/api\/content\/chatbot\//);
});
