import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFakeBedrock } from '../tests/fake-bedrock.ts';
import { startFakeGoogle } from '../tests/fake-google.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../tests/fake-openai.ts';
import { createEmbeddingModel } from './create-embedding-model.ts';

let fake: FakeOpenAI;

beforeAll(async () => {
  fake = await startFakeOpenAI();
});
afterAll(() => fake.close());

const embedder = (modelId = 'fake-embedding', dimensions?: number) =>
  createEmbeddingModel(
    { kind: 'openai-compatible', baseUrl: fake.baseUrl },
    { fetch, modelId, retries: 1, dimensions },
  );

const cosine = (a: Float32Array = new Float32Array(), b: Float32Array = new Float32Array()): number =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

describe('embedding', () => {
  it('keeps the order of the texts over several batches and adds the usage up', async () => {
    const texts = Array.from({ length: 250 }, (_, at) => `text number ${at}`);
    const { vectors, usage } = await embedder().embed(texts);
    expect(vectors).toHaveLength(250);
    const alone = await embedder().embed([texts[199] ?? '']);
    expect(cosine(vectors[199], alone.vectors[0])).toBeCloseTo(1);
    expect(cosine(vectors[198], alone.vectors[0])).toBeLessThan(0.99);
    expect(fake.requests.map(({ body }) => [body.input].flat().length)).toEqual([96, 96, 58, 1]);
    const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
    expect(usage).toEqual({ inputTokens: tokens, estimated: false });
  });

  it('starts a new batch before the provider’s token limit', async () => {
    const before = fake.requests.length;
    await embedder().embed(Array.from({ length: 3 }, () => 'word '.repeat(40_000)));
    expect(fake.requests.length - before).toBe(2);
  });

  it('embeds an empty text, asks for a length, and gives nothing for nothing', async () => {
    const { vectors } = await embedder('fake-embedding', 64).embed(['', 'a']);
    expect(vectors.map(({ length }) => length)).toEqual([64, 64]);
    expect(await embedder().embed([])).toEqual({ vectors: [], usage: { inputTokens: 0, estimated: false } });
  });

  it('tries again after a server error', async () => {
    expect((await embedder('fake-server-error-once').embed(['a'])).vectors).toHaveLength(1);
  });

  it('refuses a reply with fewer vectors than texts', async () => {
    await expect(embedder('fake-short-reply').embed(['a', 'b'])).rejects.toMatchObject({
      code: 'models.bad_reply',
    });
  });

  it('refuses a vector that is none', async () => {
    const odd: typeof fetch = () =>
      Promise.resolve(Response.json({ data: [{ index: 0, embedding: ['x'] }] }));
    const model = createEmbeddingModel({ kind: 'ollama' }, { fetch: odd, modelId: 'm' });
    await expect(model.embed(['a'])).rejects.toMatchObject({ code: 'models.bad_reply' });
  });

  it('stops between batches', async () => {
    const controller = new AbortController();
    const counted: typeof fetch = (input, init) => {
      controller.abort();
      return fetch(input, init);
    };
    const model = createEmbeddingModel(
      { kind: 'openai-compatible', baseUrl: fake.baseUrl },
      { fetch: counted, modelId: 'fake-embedding' },
    );
    const texts = Array.from({ length: 200 }, () => 'a');
    await expect(model.embed(texts, { signal: controller.signal })).rejects.toMatchObject({
      code: 'models.aborted',
    });
  });

  it('embeds with Google and with Bedrock', async () => {
    const [google, bedrock] = await Promise.all([startFakeGoogle(), startFakeBedrock()]);
    const withGoogle = createEmbeddingModel(
      { kind: 'google', apiKey: 'k', baseUrl: google.origin },
      { fetch, modelId: 'gemini-embedding-001' },
    );
    const withBedrock = createEmbeddingModel(
      { kind: 'bedrock', region: 'eu-central-1', apiKey: 'bedrock-key', baseUrl: bedrock.origin },
      { fetch, modelId: 'amazon.titan-embed-text-v2:0' },
    );
    const replies = await Promise.all([withGoogle.embed(['a b', 'c']), withBedrock.embed(['a b', 'c'])]);
    await Promise.all([google.close(), bedrock.close()]);
    expect(replies.map(({ vectors }) => vectors.map(({ length }) => length))).toEqual([
      [64, 64],
      [32, 32],
    ]);
    expect(replies[1]?.usage).toEqual({ inputTokens: 8, estimated: false });
    expect(replies[0]?.usage.estimated).toBe(true);
  });

  it('tells open models by their own words whether a text asks or answers, and other models nothing', async () => {
    const sent = async (modelId: string) => {
      const from = fake.requests.length;
      await embedder(modelId).embed(['a'], { purpose: 'QUESTION' });
      await embedder(modelId).embed(['a']);
      return fake.requests.slice(from).map(({ body }) => [body.input].flat()[0]);
    };
    const asks = 'Represent this sentence for searching relevant passages: a';
    expect(await sent('nomic-embed-text:v1.5')).toEqual(['search_query: a', 'search_document: a']);
    expect(await sent('intfloat/multilingual-e5-small')).toEqual(['query: a', 'passage: a']);
    expect(await sent('mxbai-embed-large')).toEqual([asks, 'a']);
    expect(await sent('BAAI/bge-small-en-v1.5')).toEqual([asks, 'a']);
    expect(await sent('snowflake-arctic-embed2')).toEqual(['query: a', 'a']);
    for (const other of ['bge-m3', 'multilingual-e5-large-instruct', 'text-embedding-3-small'])
      expect(await sent(other)).toEqual(['a', 'a']);
  });

  it('tells Google and Cohere on Bedrock in a field whether a text asks or answers', async () => {
    const bodies: unknown[] = [];
    const answered =
      (reply: object): typeof fetch =>
      async (_input, init) => {
        bodies.push(await new Response(init?.body).json());
        return Response.json(reply);
      };
    const google = createEmbeddingModel(
      { kind: 'google', apiKey: 'k' },
      { fetch: answered({ embedding: { values: [1] } }), modelId: 'gemini-embedding-001' },
    );
    const cohere = createEmbeddingModel(
      { kind: 'bedrock', region: 'eu-central-1', apiKey: 'k' },
      { fetch: answered({ embeddings: [[1]] }), modelId: 'cohere.embed-multilingual-v3' },
    );
    for (const model of [google, cohere]) {
      await model.embed(['a'], { purpose: 'QUESTION' });
      await model.embed(['a']);
    }
    expect(bodies).toMatchObject([
      { taskType: 'RETRIEVAL_QUERY' },
      { taskType: 'RETRIEVAL_DOCUMENT' },
      { input_type: 'search_query' },
      { input_type: 'search_document' },
    ]);
  });

  it('says which providers embed nothing', () => {
    for (const config of [
      { kind: 'anthropic' as const, apiKey: 'k' },
      { kind: 'groq' as const, apiKey: 'k' },
      { kind: 'extractive' as const },
    ])
      expect(() => createEmbeddingModel(config, { fetch, modelId: 'm' })).toThrow(
        expect.objectContaining({ code: 'models.not_found' }),
      );
  });
});
