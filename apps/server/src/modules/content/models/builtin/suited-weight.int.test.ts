import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { models } from '@atelier/contracts/content/models';
import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { BuiltinModel } from '@atelier/models/builtin';
import { type FakeOpenAI, startFakeOpenAI } from '@atelier/models/tests/fake-openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { weightsFolder } from '../../../../../../../tools/test-weights.mjs';
import type { Client } from '../../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../../tests/harness.ts';
import { importTexts, newKnowledgeBase, settled } from '../../../../../tests/knowledge.ts';
import { builtinWeights } from './weights.ts';

const modelId = 'all-minilm-l6-v2';
const names = ['model.onnx', 'tokenizer.json'] as const;
const texts = {
  'leave.md': 'Unused vacation expires on 31 March.',
  'travel.md': 'Trains are booked in second class, also for a vacation.',
  'office.md': 'The canteen opens at noon.',
};

describe('the weight of words that suits an embedding model', () => {
  const modelsFile = join(tmpdir(), `atelier-suited-${process.pid}.json`);
  let server: TestServer;
  let fake: FakeOpenAI;
  let client: Client;

  /** Makes the real weights of the tests known under the id of the model that they belong to. */
  const describeModel = async (): Promise<void> => {
    const files = await Promise.all(
      names.map(async (name) => {
        const content = await readFile(join(weightsFolder, name));
        const sha256 = createHash('sha256').update(content).digest('hex');
        return { name, path: `none/${name}`, bytes: content.length, sha256 };
      }),
    );
    const model: BuiltinModel = {
      id: modelId,
      label: 'all-MiniLM-L6-v2',
      languages: 'English',
      licence: 'Apache-2.0',
      dimensions: 384,
      mostTokens: 256,
      prefixes: { QUESTION: '', CHUNK: '' },
      files,
    };
    await writeFile(modelsFile, JSON.stringify([model]));
  };

  beforeAll(async () => {
    fake = await startFakeOpenAI();
    await describeModel();
    server = await startTestServer({
      env: {
        EMBEDDING_MODELS: modelId,
        EMBEDDING_MODELS_FILE: modelsFile,
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
    await rm(modelsFile, { force: true });
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

  /** Returns the share of the words in the score of a chunk that both rankings contain. */
  const shareOfWords = async (id: string, settings: Partial<RetrievalSettings> = {}): Promise<number> => {
    const { results } = await client.call(retrieval.endpoints.retrievalTest, {
      body: { knowledgeBaseId: id, query: 'When does unused vacation expire?', ...settings },
    });
    const { bm25, vector, fused } = results[0]?.stages ?? {};
    expect(results[0]?.document.name).toBe('leave.md');
    return ((fused ?? 0) - (vector ?? 0)) / ((bm25 ?? 0) - (vector ?? 0));
  };
  const choosing = (lexicalWeight: number | null) => ({
    mode: 'HYBRID' as const,
    options: { lexicalWeight, queries: 3, parentTokens: 1200, halfLifeDays: 90 },
  });

  it('is the measured one for the models of the server, and half for others', async () => {
    const own = await baseWith(modelId);
    const other = await baseWith('fake-embedding');
    expect(await shareOfWords(own)).toBeCloseTo(0.8, 6);
    expect(await shareOfWords(own, { mode: 'CONTEXTUAL_COMPRESSION' })).toBeCloseTo(0.8, 6);
    expect(await shareOfWords(other)).toBeCloseTo(0.5, 6);
    expect(await shareOfWords(await baseWith('multilingual-e5-small'))).toBeCloseTo(0.4, 6);
  });

  it('gives way to the one that was chosen', async () => {
    const own = await baseWith(modelId);
    expect(await shareOfWords(own, choosing(0.3))).toBeCloseTo(0.3, 6);
    expect(await shareOfWords(own, choosing(null))).toBeCloseTo(0.8, 6);
  });
});
