import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeServer, sendJson, startFakeServer } from '../tests/fake-http.ts';
import { listModels } from './list-models.ts';
import type { ProviderConfig } from './provider-config.ts';

let reply: unknown;
let status = 200;
let server: FakeServer;
beforeAll(async () => {
  server = await startFakeServer((_request, response) => {
    if (reply !== 'silence') sendJson(response, reply, { status });
  });
});
afterAll(() => server.close());

const list = async (config: Partial<ProviderConfig> & Pick<ProviderConfig, 'kind'>, timeouts = {}) => {
  server.requests.length = 0;
  const full = { apiKey: 'key', baseUrl: `${server.origin}/v1`, ...config } as ProviderConfig;
  const models = await listModels(full, { fetch, timeouts });
  return { models, asked: server.requests.map(({ path, headers }) => ({ path, headers })) };
};

describe('the models of a provider', () => {
  it('are asked for with the key where each provider wants it, and sorted', async () => {
    reply = { data: [{ id: 'b' }, { id: 'a' }, { id: 'b' }, { name: 'models/c' }, { other: 1 }] };
    const openai = await list({ kind: 'openai' });
    expect(openai.models).toEqual(['a', 'b', 'c']);
    expect(openai.asked).toMatchObject([{ path: '/v1/models', headers: { authorization: 'Bearer key' } }]);
    const { asked } = await list({ kind: 'anthropic' });
    expect(asked).toMatchObject([
      { path: '/v1/models?limit=1000', headers: { 'x-api-key': 'key', 'anthropic-version': '2023-06-01' } },
    ]);
    expect(asked[0]?.headers).not.toHaveProperty('authorization');
  });

  it('have names without their prefix at Google', async () => {
    reply = { models: [{ name: 'models/gemini' }, { name: 'tuned/models/x' }] };
    const { models, asked } = await list({ kind: 'google' });
    expect(models).toEqual(['gemini', 'tuned/models/x']);
    expect(asked).toMatchObject([{ path: '/v1/models?pageSize=1000', headers: { 'x-goog-api-key': 'key' } }]);
  });

  it('are none where there is no such call, or no list', async () => {
    for (const config of [{ kind: 'bedrock' as const }, { kind: 'extractive' as const }])
      expect(await list(config)).toEqual({ models: [], asked: [] });
    for (const answer of [{}, [], { data: {} }, 'text']) {
      reply = answer;
      expect((await list({ kind: 'openai' })).models).toEqual([]);
    }
  });

  it('fail with what the provider says, or when it says nothing in time', async () => {
    [reply, status] = [{ error: { message: 'Who are you?' } }, 401];
    await expect(list({ kind: 'openai' })).rejects.toMatchObject({
      code: 'models.unauthorized',
      providerMessage: 'Who are you?',
    });
    reply = 'silence';
    await expect(list({ kind: 'openai' }, { connectMs: 50 })).rejects.toMatchObject({
      code: 'models.timeout',
    });
    await expect(list({ kind: 'openai' }, { totalMs: 50 })).rejects.toMatchObject({ code: 'models.timeout' });
    status = 200;
  });
});
