import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history } from '@atelier/contracts/assistants/chat/history';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { filledBase } from '../../../../tests/knowledge.ts';

const handbook = `# Leave

Employees get 25 days of paid leave per year.

# Who may take unpaid leave?

Unpaid leave of up to 30 days is possible after the first year.

# Remote work

Remote work needs the consent of the team lead.
`;
const chatUserId = 'visitor-0123456789abcdef';
const extractiveModel = 'atelier/extractive';
const question = 'How many days of paid leave do employees get?';

describe('what an app adds to its answers', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let owner: Client;
  let visitor: Client;
  let modelId: string;
  let knowledgeBaseId: string;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { hostname, port } = new URL(provider.baseUrl);
    server = await startTestServer({ env: { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}` } });
    owner = (await server.signUp()).client;
    visitor = server.visitor();
    const made = await offerModels(owner, provider.baseUrl, {
      chatModels: ['fake-chat', 'fake-server-error-once'],
    });
    modelId = `${made.providerId}/fake-chat`;
    knowledgeBaseId = await filledBase(owner, { 'handbook.md': handbook });
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const makeApp = async (settings: object) =>
    (
      await owner.call(apps.endpoints.create, {
        body: {
          name: `App ${crypto.randomUUID()}`,
          access: 'PUBLIC',
          knowledgeBaseIds: [knowledgeBaseId],
          configuration: 'MANUAL',
          ...settings,
        },
      })
    ).appId;
  const ask = (appId: string, query: string, conversationId?: string) =>
    visitor.call(chat.endpoints.query, { body: { appId, query, chatUserId, conversationId } });
  const prompts = () =>
    provider.requests
      .filter(({ path }) => path.endsWith('/chat/completions'))
      .map(({ body }) => JSON.stringify(body));

  it('offers next questions that a model wrote and that a cited chunk answers, also when the conversation is opened again', async () => {
    const appId = await makeApp({ modelId, followUp: true });
    const plain = await makeApp({ modelId });
    const without = await ask(plain, question);
    expect(without.followUps).toEqual([]);
    const { followUps, conversationId, citations, usage } = await ask(appId, question);
    expect(followUps.length).toBe(citations.length);
    expect(followUps[0]).toMatch(/^What about .+\?$/);
    expect(JSON.stringify(followUps)).not.toContain('Who wrote this');
    // The further call is charged with the answer.
    expect(usage.inputTokens).toBeGreaterThan(without.usage.inputTokens);
    const { messages } = await visitor.call(chat.endpoints.session, {
      params: { conversationId },
      query: { appId, chatUserId },
    });
    expect(messages[0]?.followUps).toEqual(followUps);
  });

  it('streams the next questions after the text and before the end', async () => {
    const appId = await makeApp({ modelId, followUp: true });
    const response = await visitor.fetch('/api/content/query', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ appId, query: question, chatUserId, stream: true }),
    });
    const events = [...(await response.text()).matchAll(/^event: (\w+)\ndata: (.*)$/gm)];
    const names = events.map(([, name]) => name);
    expect(names.slice(-2)).toEqual(['form', 'done']);
    expect(events.at(-2)?.[2]).toContain('What about');
    expect(names.lastIndexOf('token')).toBeLessThan(names.length - 2);
  });

  it('offers sample questions and the questions that head the cited document, but no other heading, where no model writes', async () => {
    const sampleQuestions = ['Is unpaid leave possible?', 'Who feeds the zebra?', question];
    const appId = await makeApp({ modelId: extractiveModel, followUp: true, sampleQuestions });
    const { followUps, conversationId } = await ask(appId, question);
    expect(followUps).toEqual(['Is unpaid leave possible?', 'Who may take unpaid leave?']);
    const next = await ask(appId, 'Who may take unpaid leave?', conversationId);
    expect(next.followUps).not.toContain('Who may take unpaid leave?');
    expect((await ask(appId, 'Who feeds the zebra?')).followUps).toEqual([]);
  });

  it('condenses what is older than the part of the conversation that the model reads', async () => {
    const budget = { previousSession: { enabled: true, tokens: 50 } };
    const settings = { modelId, chunkingStrategy: budget, followupConversation: false };
    const talk = async (appId: string) => {
      const { conversationId } = await ask(
        appId,
        `Does a zebra need consent? ${'Tell me about leave. '.repeat(12)}`,
      );
      const seen = prompts().length;
      const reply = await ask(appId, question, conversationId);
      const [summary, answer] = prompts().slice(seen);
      return { queryId: reply.queryId, summary, answer, isTold: reply.condensed };
    };
    const left = await talk(await makeApp(settings));
    expect(left.summary).not.toContain('zebra');
    expect(left.answer).toBeUndefined();
    expect(left.isTold).toBe(false);
    const condensed = await talk(await makeApp({ ...settings, summarizeAgent: true }));
    expect(condensed.summary).toContain('Summarise the conversation');
    expect(condensed.isTold).toBe(true);
    expect(condensed.answer).toContain('They spoke of: Does a zebra need consent?');
    const [row] = await server.sql<{ retrieval: object }>('select retrieval from messages where id = $1', [
      condensed.queryId,
    ]);
    expect(row?.retrieval).toMatchObject({
      steps: expect.arrayContaining([
        expect.objectContaining({
          kind: 'STEP',
          status: 'SUCCEEDED',
          detail: expect.stringContaining('zebra'),
        }),
      ]),
    });
    expect(
      (await owner.call(history.endpoints.queryInfo, { params: { id: condensed.queryId } })).status,
    ).toBe('COMPLETED');
  });

  it('does without a summary while the conversation fits, and when no model can write one', async () => {
    const seen = prompts().length;
    const fits = await makeApp({ modelId, summarizeAgent: true, followupConversation: false });
    const { conversationId } = await ask(fits, question);
    await ask(fits, 'Does remote work need consent?', conversationId);
    expect(prompts()).toHaveLength(seen + 2);
    const budget = { previousSession: { enabled: true, tokens: 50 } };
    const extractive = await makeApp({
      modelId: extractiveModel,
      summarizeAgent: true,
      chunkingStrategy: budget,
    });
    const first = await ask(extractive, `${question} ${'Tell me about it. '.repeat(20)}`);
    expect((await ask(extractive, question, first.conversationId)).answer).toContain('25 days');
  });
});
