import { expect, type Page } from '@playwright/test';
import { makeApp } from './src/chat.ts';
import type { Client } from './src/client.ts';
import { layCable } from './src/fakes/cable.ts';
import { test } from './src/fixtures.ts';
import { makeBase, settled, upload } from './src/knowledge.ts';
import { answered } from './src/steps.ts';

const model = 'fake-slow-150';

const log = `# Log

The barge Aurora carries grain, timber and machine parts from the upper locks to the harbour on every working day of the year, and she is
moored at pier nine over night, where two watchmen look after her until the crew of six comes back in the morning.
`;

const turns = (page: Page) => page.getByRole('log').locator('article');

/** Asks, and waits until a part of the answer is there. */
const askAndRead = async (page: Page, question: string): Promise<void> => {
  await page.getByRole('textbox', { name: /^Ask / }).fill(question);
  await page.keyboard.press('Enter');
  const writing = turns(page).last().locator('[aria-busy="true"]');
  await expect(writing).toContainText(/\w+ \w+ \w+/);
  await expect(writing).not.toContainText('is looking for the answer');
};

interface Stored {
  messages: { question: string; answer: string; status: string }[];
}

/** Expects that the page shows each stored answer whole, and that each question was stored once. */
const expectWhole = async (page: Page, client: Client, appId: string, questions: readonly string[]) => {
  const chatUserId = await page.evaluate<string>("localStorage.getItem('CHAT_USER_ID')");
  const reader = new URLSearchParams({ appId, chatUserId }).toString();
  const { items } = await client.get<{ items: { conversationId: string }[] }>(
    `/api/content/chat/sessions?${reader}`,
  );
  expect(items).toHaveLength(1);
  const { messages } = await client.get<Stored>(
    `/api/content/chat/sessions/${items[0]?.conversationId}?${reader}`,
  );
  expect(messages.map(({ question }) => question)).toEqual(questions);
  await expect(turns(page)).toHaveCount(questions.length);
  for (const [at, { answer, status }] of messages.entries()) {
    expect(status).toBe('COMPLETED');
    const [first = ''] = answer.split(' [');
    expect(first.length).toBeGreaterThan(60);
    await expect(turns(page).nth(at)).toContainText(first);
  }
};

test('an answer goes on after a reload, a lost network and a sleep of the device', async ({
  product,
  provider,
  visitor,
}) => {
  const { client } = await product.signUp('Ada');
  const { OPENAI_BASE_URL: baseUrl } = provider.env(model);
  const { providerId } = await client.post<{ providerId: string }>('/api/tenant/model-providers', {
    kind: 'openai-compatible',
    name: 'Slow',
    settings: { baseUrl, apiKey: 'a-key-for-tests' },
    chatModels: [model],
  });
  const base = await makeBase(client, 'Log book');
  await upload(client, base, [{ name: 'log.md', content: log }]);
  await settled(client, base);
  const appId = await makeApp(client, 'Harbour', base);
  await client.put('/api/content/manage-app', {
    ...{ appId, modelId: `${providerId}/${model}`, followupConversation: false },
  });
  const { page } = visitor;
  const context = page.context();
  let resumed = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/content/chat/answer?')) resumed += 1;
  });
  const questions = [
    'What does the barge Aurora carry?',
    'Where is the Aurora moored?',
    'Who watches the Aurora?',
  ];
  const [carries = '', moored = '', watches = ''] = questions;
  const cable = await layCable(product.origin);
  /** Takes the network away while the work runs, and gives it back. */
  const withoutNetwork = async (work: () => Promise<unknown>) => {
    cable.pull();
    await context.setOffline(true);
    await work();
    cable.putBack();
    await context.setOffline(false);
  };
  await page.goto(`${cable.origin}/chat/${appId}`);

  await test.step('a reload', async () => {
    await askAndRead(page, carries);
    await page.reload();
    await expect(turns(page).last().locator('[aria-busy="true"]')).toBeVisible();
    await answered(page);
    await expectWhole(page, client, appId, questions.slice(0, 1));
    expect(resumed).toBe(1);
  });

  await test.step('a network that goes and comes back', async () => {
    await askAndRead(page, moored);
    await visitor.whileServerIsAway(async () => {
      await withoutNetwork(async () => {
        await expect(page.getByText('You are offline.')).toBeVisible();
        await page.waitForTimeout(1500);
        await visitor.look('without-network');
      });
      await answered(page);
    });
    await expect(page.getByText('You are offline.')).toBeHidden();
    await expectWhole(page, client, appId, questions.slice(0, 2));
    expect(resumed).toBeGreaterThan(1);
    resumed = 0;
  });

  await test.step('a device that sleeps until the answer is long finished', async () => {
    await askAndRead(page, watches);
    const device = await context.newCDPSession(page);
    await visitor.whileServerIsAway(async () => {
      await withoutNetwork(async () => {
        await device.send('Page.setWebLifecycleState', { state: 'frozen' });
        await new Promise((resolve) => setTimeout(resolve, 10_000));
      });
      await device.send('Page.setWebLifecycleState', { state: 'active' });
      await answered(page);
    });
    await expectWhole(page, client, appId, questions);
    expect(resumed).toBeGreaterThan(0);
    await visitor.look('whole');
  });
  await cable.close();
  visitor.expectQuiet(/ERR_INTERNET_DISCONNECTED|ERR_NETWORK/);
});
