import { auth } from '@atelier/contracts/account/identity/auth';
import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history } from '@atelier/contracts/assistants/chat/history';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { offerModels } from '../../../../tests/fakes/model-provider.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../tests/knowledge.ts';

const chatUserId = 'visitor-0123456789abcdef';
const sales = `# Sales\n
| Product | 2023 | 2022 |
|---|---|---|
| Heat pump | 1,204 | 980 |
| Boiler | 310 | 422 |
`;
const unclear = 'What were the sales of the heat pump in 2015?';
const opening = 'I found no clear answer in the documents. These parts of them come closest:';

describe('a question without a clear answer', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let owner: Client;
  let visitor: Client;
  let appId: string;
  let knowledgeBaseId: string;

  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { hostname, port } = new URL(provider.baseUrl);
    server = await startTestServer({ env: { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}` } });
    visitor = server.visitor();
    owner = (await server.signUp()).client;
    knowledgeBaseId = await newKnowledgeBase(owner);
    const rows = await importTexts(owner, knowledgeBaseId, { 'sales.md': sales });
    await settled(
      owner,
      rows.map((row) => row.knowledgeBaseImportId),
    );
    appId = await makeApp({ knowledgeBaseIds: [knowledgeBaseId] });
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const makeApp = async (settings: object): Promise<string> => {
    const body = { name: `App ${crypto.randomUUID()}`, access: 'PUBLIC' as const, ...settings };
    return (await owner.call(apps.endpoints.create, { body })).appId;
  };
  const ask = (query: string, extra: object = {}) =>
    visitor.call(chat.endpoints.query, { body: { appId, query, chatUserId, ...extra } });
  const withModel = async (settings: object): Promise<string> => {
    const made = await offerModels(owner, provider.baseUrl, { chatModels: ['fake-chat'] });
    return makeApp({ modelId: `${made.providerId}/fake-chat`, ...settings });
  };

  it('gets the closest chunks, and data and text that call them no answer', async () => {
    const reply = await ask(unclear);
    expect(reply).toMatchObject({
      answerKind: 'CLOSEST_CHUNKS',
      citations: [{ documentName: 'sales.md' }],
    });
    expect(reply.answer.startsWith(opening)).toBe(true);
    expect((await ask('What were the sales of the heat pump in 2022?')).answer).toContain('2022: 980');
    const params = { conversationId: reply.conversationId };
    const session = await visitor.call(chat.endpoints.session, { params, query: { appId, chatUserId } });
    expect(session.messages).toMatchObject([{ answerKind: 'CLOSEST_CHUNKS', answer: reply.answer }]);
  });

  it('gets a stream that names the kind of the reply before its text', async () => {
    const response = await visitor.fetch('/api/content/query', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ appId, query: unclear, chatUserId, stream: true }),
    });
    const events = [...(await response.text()).matchAll(/event: (\w+)\ndata: (.*)/g)];
    expect(events.slice(0, 3).map(([, event]) => event)).toEqual(['start', 'form', 'token']);
    expect(events[1]?.[2]).toContain('"answerKind":"CLOSEST_CHUNKS"');
  });

  it('is marked for OpenAI clients in the text and in a field', async () => {
    const { apiKey } = await owner.call(auth.endpoints.getApiKey, {});
    const body = { model: `app:${appId}`, messages: [{ role: 'user', content: unclear }] };
    const response = await fetch(`${server.origin}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const reply = (await response.json()) as {
      answer_kind: string;
      choices: { message: { content: string } }[];
    };
    expect(reply.answer_kind).toBe('CLOSEST_CHUNKS');
    expect(reply.choices[0]?.message.content).toContain(opening);
  });

  it('is listed as unanswered, and not among the answered ones', async () => {
    await ask('How many boilers were there in 2023?');
    const listed = async (answered: 'true' | 'false') =>
      (await owner.call(history.endpoints.queryHistory, { query: { appId, answered, limit: 100 } })).items;
    const unanswered = await listed('false');
    expect(new Set(unanswered.map(({ question }) => question))).toEqual(new Set([unclear]));
    expect(unanswered.every(({ answerKind }) => answerKind === 'CLOSEST_CHUNKS')).toBe(true);
    const answered = (await listed('true')).map(({ question }) => question);
    expect(answered).toContain('How many boilers were there in 2023?');
    expect(answered).not.toContain(unclear);
  });

  it('is searched by the sentence that asks, without the text around it', async () => {
    const around =
      'I have been with the company since spring and was asked to put together a short summary for the next meeting of the team, so I am going through the documents one after the other. ';
    const { queryId } = await ask(
      `Hello all, ${around}<b>What were the boiler sales in 2022?</b> Thanks a lot!`,
    );
    const details = await owner.call(history.endpoints.queryDetails, {
      params: { queryId },
      query: { appId },
    });
    expect(details.retrieval?.query).toBe('What were the boiler sales in 2022?');
    expect(details.answer).toContain('2022: 422');
  });

  it('that finds nothing gets a reply in its language, with the sample questions of the app', async () => {
    const german = 'In den Dokumenten konnte ich darauf keine Antwort finden.';
    const reply = await ask('Wie viele Mitarbeiter gibt es?');
    expect(reply).toMatchObject({ answerKind: 'NONE', wordings: [], citations: [], answer: german });
    const sampleQuestions = ['How many boilers were sold?', 'Heat pumps in 2023?', 'Heat pumps in 2022?'];
    const sampled = await makeApp({ sampleQuestions });
    expect(await ask('Wie viele Mitarbeiter gibt es?', { appId: sampled })).toMatchObject({
      wordings: sampleQuestions,
      answer: `${german}\n\nSie könnten auch fragen: “How many boilers were sold?” “Heat pumps in 2023?” “Heat pumps in 2022?”`,
    });
  });

  it('also counts as unanswered when a language model cites no document, except for small talk', async () => {
    const written = await withModel({ knowledgeBaseIds: [knowledgeBaseId] });
    const kindOf = async (query: string) => (await ask(query, { appId: written })).answerKind;
    expect(await kindOf('heat pump sales in 2022')).toBe('ANSWER');
    expect(await kindOf('zebra crossing')).toBe('NONE');
    expect(await kindOf('Hello')).toBe('ANSWER');
  });

  it('causes one model call, also as a follow-up, in an app without a knowledge base', async () => {
    const plain = await withModel({ followupConversation: true });
    const { conversationId } = await ask('Name a colour', { appId: plain });
    const before = provider.requests.length;
    await ask('And another one?', { appId: plain, conversationId });
    expect(provider.requests.length - before).toBe(1);
  });
});
