import { describe, expect, it } from 'vitest';
import { rerankChunks } from './rerank-chunks.ts';

const config = { kind: 'openai-compatible', baseUrl: 'http://models.test/v1', apiKey: 'secret-key' } as const;

interface Sent {
  url: string;
  body: Record<string, unknown>;
}

/** Starts a server with a reply for each address; all other addresses return 404. */
const serverOf = (answers: Record<string, unknown>) => {
  const sent: Sent[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    sent.push({ url: request.url, body: (await request.json()) as Sent['body'] });
    const answer = answers[request.url];
    return answer === undefined ? new Response('no such path', { status: 404 }) : Response.json(answer);
  };
  return { sent, fetch };
};

const ask = (fetch: typeof globalThis.fetch) =>
  rerankChunks(config, { fetch, modelId: 'rerank-1', retries: 0 }, { query: 'leave', texts: ['a', 'b'] });

describe('reranking by a provider', () => {
  it('gives scores in the order of the chunks, whatever order they come in', async () => {
    const { sent, fetch } = serverOf({
      'http://models.test/v1/rerank': {
        results: [
          { index: 1, relevance_score: 0.9 },
          { index: 0, relevance_score: 0.1 },
        ],
        usage: { total_tokens: 42 },
      },
    });
    expect(await ask(fetch)).toEqual({
      scores: [0.1, 0.9],
      usage: { inputTokens: 42, estimated: false },
    });
    expect(sent[0]?.body).toEqual({ model: 'rerank-1', query: 'leave', documents: ['a', 'b'], top_n: 2 });
  });

  it('asks a text-embeddings-inference server, which has it beside /v1', async () => {
    const { sent, fetch } = serverOf({
      'http://models.test/rerank': [
        { index: 1, score: -2 },
        { index: 0, score: 3 },
      ],
    });
    expect((await ask(fetch)).scores).toEqual([3, -2]);
    expect(sent.map(({ url }) => url)).toEqual(['http://models.test/v1/rerank', 'http://models.test/rerank']);
    expect(sent[1]?.body).toMatchObject({ query: 'leave', texts: ['a', 'b'] });
  });

  it('refuses a reply that leaves a chunk out, and a provider that cannot rerank', async () => {
    const { fetch } = serverOf({
      'http://models.test/v1/rerank': { results: [{ index: 0, relevance_score: 1 }] },
    });
    await expect(ask(fetch)).rejects.toMatchObject({ code: 'models.bad_reply' });
    const anthropic = { kind: 'anthropic', apiKey: 'k', baseUrl: undefined } as const;
    await expect(
      rerankChunks(anthropic, { fetch, modelId: 'm' }, { query: 'q', texts: ['a'] }),
    ).rejects.toMatchObject({ code: 'models.not_found' });
  });

  it('names what the server says when it is not there', async () => {
    await expect(ask(serverOf({}).fetch)).rejects.toMatchObject({ code: 'models.not_found' });
  });
});
