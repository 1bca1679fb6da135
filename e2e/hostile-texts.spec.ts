import { expect, type Page } from '@playwright/test';
import { ask, makeApp } from './src/chat.ts';
import type { Client } from './src/client.ts';
import { startScriptedModel } from './src/fakes/scripted-model.ts';
import { startStrictSite } from './src/fakes/strict-site.ts';
import { test } from './src/fixtures.ts';
import { hostileVectors } from './src/hostile/vectors.ts';
import { watchForScripts } from './src/hostile/watch-for-scripts.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import type { Product } from './src/product.ts';
import { signIn } from './src/steps.ts';

const chatUserId = 'a-browser-of-hostile-texts';
const turnsOfAConversation = 30;
const samplesOfAnApp = 9;

const vectorOf = (text: string): string => hostileVectors[Number(/vector(\d+)x/.exec(text)?.[1] ?? 0)] ?? '';

/** An answer with a text in every place that Markdown has. */
const writeAnswer = (question: string): string => {
  const vector = vectorOf(question);
  const line = vector.replaceAll(/\s+/g, ' ');
  return [
    'Quoted. [1]',
    vector,
    `[link](${line}) ![picture](${line}) [named][name] <${line}>`,
    `[name]: ${line}`,
    `| ${line} |\n|---|\n| ${line} |`,
    `$${line}$\n\n$$\n${line}\n$$`,
    `\`${line}\`\n\n~~~html\n${vector}\n~~~`,
  ].join('\n\n');
};

const groupsOf = (size: number): string[][] => {
  const groups: string[][] = [];
  for (let at = 0; at < hostileVectors.length; at += size) groups.push(hostileVectors.slice(at, at + size));
  return groups;
};

/** As much of the texts as fits into a field, which must not be empty. */
const fit = (texts: readonly string[], most: number): string => texts.join(' ').trim().slice(0, most);

/** Gives the texts of one group to every field of the app that visitors and builders see. */
const dress = (client: Client, appId: string, texts: readonly string[]) =>
  client.put('/api/content/manage-app', {
    appId,
    name: fit(texts, 150),
    description: fit(texts, 2000),
    botName: fit(texts.toReversed(), 100),
    welcomeMessage: fit(texts, 1000),
    instructions: fit(texts, 8000),
    sampleQuestions: texts.map((text, at) => fit([text, `sample ${at}`], 300)),
  });

/** Asks one question for each text, so that it is a question, an answer, the quoted chunk, and feedback. */
const converse = async (client: Client, appId: string): Promise<string[]> => {
  const conversations: string[] = [];
  let conversationId: string | undefined;
  for (const [at, vector] of hostileVectors.entries()) {
    if (at % turnsOfAConversation === 0) conversationId = undefined;
    const query = `vector${at}x ${vector}`;
    const answer = await ask(client, {
      appId,
      query,
      chatUserId,
      ...(conversationId ? { conversationId } : {}),
    });
    expect(answer.end, `${query}: ${answer.code ?? ''}`).toBe('done');
    if (conversationId === undefined) conversations.push(answer.conversationId);
    conversationId = answer.conversationId;
  }
  return conversations;
};

interface Stored {
  messages: { queryId: string; citations: { documentName: string }[] }[];
}

const rate = async (client: Client, appId: string, conversationId: string): Promise<number> => {
  const query = new URLSearchParams({ appId, chatUserId });
  const { messages } = await client.get<Stored>(
    `/api/content/chat/sessions/${conversationId}?${query.toString()}`,
  );
  for (const [at, { queryId }] of messages.entries())
    await client.put('/api/content/like-dislike-query', {
      appId,
      chatUserId,
      queryId,
      verdict: 'DISLIKE',
      reason: 'Others',
      feedback: fit([hostileVectors[at] ?? '', 'x'], 2000),
    });
  return messages.filter(({ citations }) => citations.length > 0).length;
};

const prepare = async (product: Product) => {
  const { client, email } = await product.signUp('Ada');
  const base = await makeBase(client, fit(hostileVectors.slice(30, 32), 150));
  await upload(
    client,
    base,
    hostileVectors.map((vector, at) => ({
      name: `${fit([vector.replaceAll(/[\r\n/]/g, ' ')], 120)}.${['md', 'txt', 'html'][at % 3]}`,
      content: `# ${vector}\n\nThe harbour knows vector${at}x.\n\n${vector}\n`,
    })),
  );
  await settled(client, base);
  const appId = await makeApp(client, 'Hostile', base);
  await client.put('/api/content/manage-app', {
    appId,
    followupConversation: false,
    visitorLimits: { tenMinutes: 0, day: 0 },
    collectUserInfo: true,
  });
  return { client, email, base, appId };
};

const logOf = (page: Page) => page.getByRole('log').locator('article');

test('the watch for scripts notices what a page lets through', async ({ product, visitor }) => {
  const { page } = visitor;
  const watch = await watchForScripts(page, [product.origin]);
  await page.goto(product.origin);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  watch.expectNothing();
  await page.evaluate(
    "document.body.insertAdjacentHTML('beforeend', '<img src=https://evil.example/x.png onerror=alert(1)>'); alert(2)",
  );
  await expect
    .poll(() => watch.found.join(' '))
    .toMatch(/alert\(2\).*<img src=.*violation of (?:img-src|script-src)/s);
});

test('no text runs a script or sends a request in the chat, the widget and the builder', {
  tag: ['@CHAT-05', '@WIDGET-02'],
}, async ({ product, visitor, builder }) => {
  test.setTimeout(400_000);
  expect(hostileVectors.length).toBeGreaterThan(200);
  const model = await startScriptedModel(writeAnswer);
  const site = await startStrictSite(product.origin);
  try {
    const { client, email, base, appId } = await prepare(product);
    await model.answerFor(client, appId);
    const { page } = visitor;
    const origins = [product.origin, site.origin];
    const guards = [await watchForScripts(page, origins), await watchForScripts(builder.page, origins)];
    await page.addInitScript(`localStorage.setItem('CHAT_USER_ID', '${chatUserId}')`);

    await test.step('the form for visitors', async () => {
      await dress(client, appId, hostileVectors.slice(0, samplesOfAnApp));
      await page.goto(`${product.origin}/chat/${appId}`);
      await page.getByLabel('Name').fill(fit(hostileVectors.slice(3, 9), 150));
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByRole('button', { name: /continue|start/i }).click();
      await expect(page.getByRole('textbox', { name: /^Ask / })).toBeVisible();
      await client.put('/api/content/manage-app', { appId, collectUserInfo: false });
    });

    const conversations = await converse(client, appId);
    let cited = 0;
    for (const id of conversations) cited += await rate(client, appId, id);
    expect(cited).toBeGreaterThan(200);

    await test.step('names, welcome text, samples and titles of conversations', async () => {
      for (const [at, texts] of groupsOf(samplesOfAnApp).entries()) {
        if (texts.length < 3) continue;
        await dress(client, appId, texts);
        const conversation = conversations[at % conversations.length] ?? '';
        await client.put(`/api/content/chat/sessions/${conversation}`, {
          appId,
          chatUserId,
          title: fit(texts, 80),
        });
        await page.goto(`${product.origin}/chat/${appId}`);
        await expect(page.getByRole('listitem')).toHaveCount(texts.length);
        if (at % 5 === 0) {
          await page.getByRole('button', { name: 'History' }).click();
          await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(conversations.length);
        }
      }
    });

    await test.step('questions, answers and feedback', async () => {
      for (const [at, id] of conversations.entries()) {
        await page.evaluate(`sessionStorage.setItem('atelier-conversation:${appId}', '${id}')`);
        await page.reload();
        const turns = Math.min(turnsOfAConversation, hostileVectors.length - at * turnsOfAConversation);
        await expect(logOf(page)).toHaveCount(turns);
        await expect(logOf(page).last().getByText('Quoted.')).toBeVisible();
      }
    });

    await test.step('sources of each form', async () => {
      const sources = logOf(page).locator('ol[aria-label=Sources] button');
      for (let at = 0; at < Math.min(9, await sources.count()); at += 1) {
        await sources.nth(at).click();
        const source = page.getByRole('complementary').or(page.getByRole('dialog'));
        await expect(source).toContainText('The harbour knows');
        await source.getByRole('button', { name: 'Close' }).click();
      }
    });

    await test.step('the widget on another site', async () => {
      await client.put('/api/content/manage-app', { appId, allowedSites: [site.origin] });
      site.place(
        `<script async src="${product.origin}/widget.js" data-app="${appId}" data-label="Ask"></script>`,
      );
      await page.goto(site.origin);
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      const frame = page.frameLocator('iframe[title="Ask"]');
      await expect(frame.getByRole('textbox', { name: /^Ask / })).toBeVisible();
      await frame.getByRole('button', { name: 'History' }).click();
      await frame.getByRole('dialog').getByRole('listitem').first().getByRole('button').first().click();
      await expect(frame.getByRole('log').locator('article').last().getByText('Quoted.')).toBeVisible();
    });

    await test.step('the builder', async () => {
      const there = builder.page;
      await there.goto(`${product.origin}/apps/${appId}`);
      await signIn(there, email);
      await expect(there.getByRole('tab', { selected: true }).first()).toBeVisible();
      for (const tab of ['overview', 'settings', 'versions', 'questions', 'widget', 'api']) {
        await there.goto(`${product.origin}/apps/${appId}?tab=${tab}`);
        await expect(there.getByRole('tab', { selected: true }).first()).toBeVisible();
        await there.waitForLoadState('load');
      }
      await there.goto(`${product.origin}/apps`);
      await expect(there.getByRole('heading', { level: 1, name: 'Apps' })).toBeVisible();
      await expect(there.locator(`a[href*="${appId}"]`).first()).toBeVisible();
      await there.goto(`${product.origin}/knowledge-base/${base}/documents`);
      await expect(there.getByRole('button', { name: /: .*\.md$/ }).first()).toBeVisible();
      await there.goto(`${product.origin}/knowledge-base/${base}/retrieval`);
      await there
        .getByRole('textbox', { name: 'Question' })
        .fill('The harbour knows <script>alert(1)</script>');
      await there.getByRole('button', { name: 'Find chunks' }).click();
      await expect(
        there.getByRole('listitem').filter({ hasText: 'The harbour knows' }).first(),
      ).toBeVisible();
    });

    for (const guard of guards) guard.expectNothing();
    visitor.expectQuiet();
    builder.expectQuiet();
  } finally {
    await model.close();
    await site.close();
  }
});
