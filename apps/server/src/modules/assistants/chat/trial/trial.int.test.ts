import { apps } from '@atelier/contracts/assistants/apps';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { history } from '@atelier/contracts/assistants/chat/history';
import { type Trace, trial } from '@atelier/contracts/assistants/chat/trial';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../../tests/client.ts';
import { offerModels } from '../../../../../tests/fakes/model-provider.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';

const searchOf = (trace: Trace | undefined) => {
  const step = trace?.steps.find(({ kind }) => kind === 'SEARCH');
  if (step?.kind !== 'SEARCH') throw new Error('Nothing was searched.');
  return step;
};

describe('a trial of settings that are not stored', () => {
  let server: TestServer;
  let provider: FakeOpenAI;
  let owner: Client;
  let knowledgeBaseId: string;
  beforeAll(async () => {
    provider = await startFakeOpenAI();
    const { hostname, port } = new URL(provider.baseUrl);
    server = await startTestServer({ env: { OUTBOUND_ALLOW: `${hostname}:${port},${hostname}` } });
    owner = (await server.signUp()).client;
    knowledgeBaseId = await newKnowledgeBase(owner);
    const imports = await importTexts(owner, knowledgeBaseId, {
      'leave.md': '# Leave\n\nEmployees get 25 days of paid leave per year.\n',
    });
    await settled(
      owner,
      imports.map((each) => each.knowledgeBaseImportId),
    );
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
  });

  const create = (body: object = {}) =>
    owner.call(apps.endpoints.create, {
      body: { name: `App ${crypto.randomUUID()}`, knowledgeBaseIds: [knowledgeBaseId], ...body },
    });
  const tryApp = async (appId: string, body: object = {}, by = owner) => {
    const response = await by.fetch(trial.endpoints.tryApp.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ appId, query: 'How many days of paid leave?', ...body }),
    });
    const text = await response.text();
    const events = [...text.matchAll(/^event: (\w+)\ndata: (.*)$/gm)].map(([, name, data]) => ({
      name: name ?? '',
      data: JSON.parse(data ?? 'null') as unknown,
    }));
    const dataOf = <T>(name: string) => events.find((event) => event.name === name)?.data as T | undefined;
    const answer = events
      .filter(({ name }) => name === 'token')
      .map(({ data }) => (data as { text: string }).text)
      .join('');
    return { status: response.status, text, answer, trace: dataOf<Trace>('trace'), done: dataOf('done') };
  };

  it('is not among the searches of visitors that the knowledge base remembers', async () => {
    const { appId } = await create();
    await tryApp(appId, { query: 'How many days did the trial ask for?' });
    await owner.call(chat.endpoints.query, {
      body: { appId, query: 'How many days did a visitor ask for?' },
    });
    const { items } = await owner.call(retrieval.endpoints.history, { query: { knowledgeBaseId } });
    expect(items).toContainEqual(
      expect.objectContaining({ query: 'How many days did a visitor ask for?', appId }),
    );
    expect(items.map(({ query }) => query)).not.toContain('How many days did the trial ask for?');
  });

  it('answers with them and tells how: retriever, passages, times and cost', async () => {
    const { appId } = await create();
    const { answer, trace, done } = await tryApp(appId, {
      settings: { retrieval: { mode: 'BM25', topK: 1 } },
    });
    expect(answer).toMatch(/25 days/);
    expect(done).toEqual({ status: 'COMPLETED' });
    expect(trace).toMatchObject({
      modelId: 'atelier/extractive',
      steps: [
        { kind: 'SEARCH', retriever: 'BM25', found: 1 },
        { kind: 'MODEL', modelId: 'atelier/extractive' },
      ],
    });
    const { passages, durationMs } = searchOf(trace);
    expect(passages).toMatchObject([{ index: 1, document: { name: 'leave.md' } }]);
    expect(passages[0]?.stages.bm25).toBeGreaterThan(0);
    expect(trace?.totalMs).toBeGreaterThanOrEqual(durationMs);
  });

  it('stores neither the settings nor the conversation, and charges what it used', async () => {
    const { providerId } = await offerModels(owner, provider.baseUrl, { chatModels: ['gpt-4o-mini'] });
    const app = await create({ modelId: 'atelier/extractive' });
    const settings = { modelId: `${providerId}/gpt-4o-mini`, instructions: 'Speak like a pirate.' };
    const { trace } = await tryApp(app.appId, { settings });
    expect(trace).toMatchObject({ modelId: `${providerId}/gpt-4o-mini` });
    expect(trace?.usage.inputTokens).toBeGreaterThan(0);
    expect(JSON.stringify(provider.requests.at(-1))).toContain('Speak like a pirate.');
    const now = await owner.call(apps.endpoints.get, { params: { id: app.appId } });
    expect(now).toMatchObject({
      modelId: 'atelier/extractive',
      instructions: app.instructions,
      conversations: 0,
    });
    const { items } = await owner.call(history.endpoints.queryHistory, { query: { appId: app.appId } });
    expect(items).toEqual([]);
    const held = await server.sql('select 1 from ledger_holds where app_id = $1', [app.appId]);
    expect(held).toEqual([]);
  });

  it('is answered by the default model when the model of the app is gone, as the app itself is', async () => {
    const { appId } = await create();
    const gone = 'prv_missing/gpt-9';
    await server.sql(
      `update apps set settings = settings || jsonb_build_object('modelId', $2::text) where id = $1`,
      [appId, gone],
    );
    const { done, trace } = await tryApp(appId, { settings: { modelId: gone, instructions: 'Be brief.' } });
    expect(done).toEqual({ status: 'COMPLETED' });
    expect(trace?.modelId).not.toBe(gone);
  });

  it('reads the earlier questions of the trial', async () => {
    const { appId } = await create();
    const before = { question: 'How many days of paid leave?', answer: '25 days.' };
    const { trace } = await tryApp(appId, { query: 'And per year?', history: [before] });
    expect(searchOf(trace).query).toMatch(/leave/);
  });

  it('works for an app that is still being prepared', async () => {
    const { appId, state } = await create({ knowledgeBaseIds: [await newKnowledgeBase(owner)] });
    expect(state).toBe('PROCESSING');
    expect((await tryApp(appId)).done).toEqual({ status: 'COMPLETED' });
  });

  it('is refused for settings that cannot be stored, and to everybody but builders of the company', async () => {
    const { appId } = await create();
    const refused = await tryApp(appId, { settings: { knowledgeBaseIds: ['kb_missing'] } });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('knowledge_base_not_found'),
    ]);
    const noModel = await tryApp(appId, { settings: { modelId: 'prv_missing/gpt-9' } });
    expect([noModel.status, noModel.text]).toEqual([400, expect.stringContaining('apps.model_not_found')]);
    const { client } = await server.signUp();
    expect((await tryApp(appId, {}, client)).status).toBe(404);
    expect((await tryApp(appId, {}, server.visitor())).status).toBe(401);
  });
});
