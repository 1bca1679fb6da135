import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { models } from '@atelier/contracts/content/models';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { readReplyForm } from '@atelier/models/extractive';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weightsFolder } from '../../../../../../../tools/test-weights.mjs';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';
import { embeddedModelId } from '../catalogue.ts';
import { resolveChatModel } from '../service/resolve-chat-model.ts';
import { builtinWeights } from './weights.ts';

const modelId = 'all-minilm-l6-v2';
const names = ['model.onnx', 'tokenizer.json'] as const;
const texts = {
  'leave.md': 'Unused vacation expires on 31 March.',
  'travel.md': 'Trains are booked in second class, also for a vacation.',
  'office.md': 'The canteen opens at noon.',
  'urlaub.md': 'Nicht genommener Urlaub verfällt am 31. März.',
};

describe('the small embedding model of the server', () => {
  let server: TestServer;
  let fake: FakeOpenAI;
  let client: Client;

  beforeAll(async () => {
    fake = await startFakeOpenAI();
    server = await startTestServer({
      env: {
        EMBEDDING_MODELS: modelId,
        OUTBOUND_ALLOW: new URL(fake.baseUrl).host,
      },
    });
    const folder = join(server.dataFolder, 'models', modelId);
    await mkdir(folder, { recursive: true });
    for (const name of names) await copyFile(join(weightsFolder, name), join(folder, name));
    await server.container.use(builtinWeights).fetchNow();
    ({ client } = await server.signUp());
    await client.call(models.endpoints.createProvider, {
      body: {
        kind: 'openai-compatible',
        name: 'Embeddings',
        settings: { baseUrl: fake.baseUrl, apiKey: 'sk-key' },
        chatModels: [],
        embeddingModels: ['fake-embedding', 'multilingual-e5-small'],
      },
    });
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });

  const baseWith = async (model: string): Promise<string> => {
    const { models: listed } = await client.call(models.endpoints.list, { query: { type: 'EMBEDDING' } });
    const embeddingModelId = listed.find(({ modelId: id }) => id.endsWith(`/${model}`))?.modelId;
    const id = await newKnowledgeBase(client, { embeddingModelId });
    const rows = await importTexts(client, id, texts);
    await settled(
      client,
      rows.map((row) => row.knowledgeBaseImportId),
    );
    return id;
  };

  const english = { query: 'When does unused vacation expire?', finds: 'leave.md' };
  const german = { query: 'Wann verfällt nicht genommener Urlaub?', finds: 'urlaub.md' };

  /** Returns the share of the words in the score of a chunk that both rankings contain. */
  const shareOfWords = async (
    id: string,
    settings: Partial<RetrievalSettings> = {},
    { query, finds } = english,
  ): Promise<number> => {
    const { results } = await client.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query, ...settings },
    });
    const { bm25, vector, fused } = results[0]?.stages ?? {};
    expect(results[0]?.document.name).toBe(finds);
    return ((fused ?? 0) - (vector ?? 0)) / ((bm25 ?? 0) - (vector ?? 0));
  };
  const choosing = (lexicalWeight: number | null) => ({
    mode: 'HYBRID' as const,
    options: { lexicalWeight, queries: 3, parentTokens: 1200, halfLifeDays: 90 },
  });

  it('has the measured weight of words, and other models half', async () => {
    const own = await baseWith(modelId);
    const other = await baseWith('fake-embedding');
    expect(await shareOfWords(own)).toBeCloseTo(0.6, 6);
    expect(await shareOfWords(own, { mode: 'CONTEXTUAL_COMPRESSION' })).toBeCloseTo(0.6, 6);
    expect(await shareOfWords(other)).toBeCloseTo(0.5, 6);
    expect(await shareOfWords(await baseWith('multilingual-e5-small'))).toBeCloseTo(0.4, 6);
  });

  it('leans on words for a question in a language that the model does not know', async () => {
    const own = await baseWith(modelId);
    const other = await baseWith('fake-embedding');
    expect(await shareOfWords(own, {}, german)).toBeCloseTo(0.8, 6);
    expect(await shareOfWords(other, {}, german)).toBeCloseTo(0.5, 6);
    expect(await shareOfWords(own, choosing(0.3), german)).toBeCloseTo(0.3, 6);
  });

  it('has another weight where one was chosen', async () => {
    const own = await baseWith(modelId);
    expect(await shareOfWords(own, choosing(0.3))).toBeCloseTo(0.3, 6);
    expect(await shareOfWords(own, choosing(null))).toBeCloseTo(0.6, 6);
  });

  it('refuses an answer whose sentence has the words and means something else', async () => {
    const { user } = await server.signUp('Grace Hopper');
    const pages = [
      'The ferry to the island leaves the harbour at nine. The crossing takes two hours. Dogs travel free of charge and bicycles cost four euros.',
      'The museum opens on Tuesday. Guided tours of the old lighthouse start every hour. The lighthouse was built of granite from the quarry.',
      'Employees get thirty days of vacation. Requests go to the manager two weeks before. Unused days expire in March.',
    ];
    const chunks = pages.map((text, at) => ({
      index: at + 1,
      chunkId: `c${at}`,
      documentName: `page-${at}.txt`,
      text,
    }));
    const kindOf = async (question: string) => {
      const { model } = await resolveChatModel(server.contextOf(user.tenantId), embeddedModelId);
      const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: question }] }];
      for await (const part of model.stream({ prompt, providerOptions: { extractive: { chunks } } }))
        if (part.type === 'text-start') return readReplyForm(part)?.kind;
      return undefined;
    };
    expect(await kindOf('When does the ferry to the island leave?')).toBe('ANSWER');
    // Without the model the sentence with the most words of the question would be quoted.
    expect(await kindOf('What does it cost to take a bike on the ferry?')).toBe('CLOSEST_CHUNKS');
  });
});
