import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, totalsOf } from '../../tests/collect.ts';
import { startFakeAnthropic } from '../../tests/fake-anthropic.ts';
import { startFakeBedrock } from '../../tests/fake-bedrock.ts';
import { startFakeGoogle } from '../../tests/fake-google.ts';
import type { FakeServer } from '../../tests/fake-http.ts';
import { createChatModel } from '../create-chat-model.ts';
import { buildKnowledgePrompt } from '../prompts/knowledge-prompt.ts';
import type { ProviderConfig } from '../provider-config.ts';
import { toProviderPrompt } from '../text-message.ts';

let anthropic: FakeServer;
let google: FakeServer;
let bedrock: FakeServer;

beforeAll(async () => {
  [anthropic, google, bedrock] = await Promise.all([
    startFakeAnthropic(),
    startFakeGoogle(),
    startFakeBedrock(),
  ]);
});
afterAll(() => Promise.all([anthropic.close(), google.close(), bedrock.close()]));

const model = (config: ProviderConfig, modelId = 'fake-chat') =>
  createChatModel(config, { fetch, modelId, retries: 0, timeouts: { totalMs: 10_000 } });

const withAnthropic = (modelId = 'fake-chat', apiKey = 'key') =>
  model({ kind: 'anthropic', apiKey, baseUrl: anthropic.origin }, modelId);
const withGoogle = (apiKey = 'key') => model({ kind: 'google', apiKey, baseUrl: google.origin });
const bedrockConfig = (): Extract<ProviderConfig, { kind: 'bedrock' }> => ({
  kind: 'bedrock',
  region: 'eu-central-1',
  accessKeyId: 'AKIAFAKE',
  secretAccessKey: 'secret',
  baseUrl: bedrock.origin,
});

const chunks = [
  { index: 1, chunkId: 'a', documentName: 'leave.md', text: 'Staff get 25 days of leave. Ask early.' },
];
const question = {
  prompt: toProviderPrompt(
    [{ role: 'user', content: 'How many days of leave?' }],
    buildKnowledgePrompt({ chunks }),
  ),
};

describe('providers with a protocol of their own', () => {
  it('streams a cited answer with usage from Anthropic', async () => {
    const reply = await collect(withAnthropic(), { ...question, maxOutputTokens: 100, temperature: 0.2 });
    expect(reply.text).toBe('Staff get 25 days of leave. [1]');
    expect(reply.finishes).toMatchObject([{ finishReason: { unified: 'stop', raw: 'end_turn' } }]);
    expect(totalsOf(reply)).toEqual([[25, 7, false]]);
    expect(anthropic.requests.at(-1)?.body).toMatchObject({
      max_tokens: 100,
      temperature: 0.2,
      stream: true,
    });
  });

  it('streams a cited answer with usage from Google', async () => {
    const reply = await collect(withGoogle(), question);
    expect(reply.text).toBe('Staff get 25 days of leave. [1]');
    expect(totalsOf(reply)).toEqual([[31, 7, false]]);
  });

  it('streams a cited answer with usage from Bedrock, signed', async () => {
    const reply = await collect(model(bedrockConfig(), 'amazon.nova-pro-v1:0'), question);
    expect(reply.error).toBeUndefined();
    expect(reply.text).toBe('Staff get 25 days of leave. [1]');
    expect(totalsOf(reply)).toEqual([[17, 7, false]]);
    expect(bedrock.requests.at(-1)?.headers.authorization).toContain('/eu-central-1/bedrock/aws4_request');
  });

  it('uses a Bedrock API key in place of a signature', async () => {
    const { accessKeyId: _id, secretAccessKey: _secret, ...config } = bedrockConfig();
    const reply = await collect(model({ ...config, apiKey: 'bedrock-key' }), question);
    expect(reply.text).toContain('25 days');
  });

  it('reports a wrong key of each of them as unauthorized', async () => {
    const wrong = [
      withAnthropic('fake-chat', 'wrong-key'),
      withGoogle('wrong-key'),
      model({ ...bedrockConfig(), accessKeyId: 'AKIAOTHER' }),
    ];
    for (const each of wrong) {
      const reply = await collect(each, question);
      expect(reply.error).toMatchObject({ code: 'models.unauthorized', retryable: false });
      expect(reply.finishes).toEqual([]);
    }
  });

  it('reports overload, a prompt that is too long, and an error inside the stream', async () => {
    expect((await collect(withAnthropic('fake-overloaded'))).error?.code).toBe('models.unavailable');
    expect((await collect(withAnthropic('fake-context'))).error?.code).toBe('models.context_too_long');
    const broken = await collect(withAnthropic('fake-error-mid'));
    expect(broken.text).not.toBe('');
    expect(broken.error?.code).toBe('models.unavailable');
    expect(broken.finishes[0]?.finishReason.unified).toBe('error');
  });

  it('reports a stream that cannot be read as a bad reply', async () => {
    expect((await collect(withAnthropic('fake-malformed'))).error?.code).toBe('models.bad_reply');
  });

  it('stops in the middle with the usage so far', async () => {
    const controller = new AbortController();
    const reply = await collect(
      withAnthropic('fake-slow'),
      {},
      { signal: controller.signal, onText: () => controller.abort() },
    );
    expect(reply.error?.code).toBe('models.aborted');
    expect(reply.finishes).toMatchObject([
      { finishReason: { unified: 'error', raw: 'models.aborted' }, usage: { estimated: true } },
    ]);
  });

  it('asks no address and no key of the environment', async () => {
    process.env.ANTHROPIC_BASE_URL = 'http://127.0.0.1:9';
    process.env.AWS_BEARER_TOKEN_BEDROCK = 'operator';
    const seen: string[] = [];
    const spy: typeof fetch = (input, init) => {
      const { url, headers } = new Request(input, init);
      seen.push(`${url} ${headers.get('authorization') ?? ''}`);
      return Promise.resolve(new Response('{}', { status: 403 }));
    };
    await collect(createChatModel({ kind: 'anthropic', apiKey: 'k' }, { fetch: spy, modelId: 'm' }));
    await collect(
      createChatModel(
        { kind: 'bedrock', region: 'eu-central-1', accessKeyId: 'AKIA', secretAccessKey: 's' },
        { fetch: spy, modelId: 'm' },
      ),
    );
    delete process.env.ANTHROPIC_BASE_URL;
    delete process.env.AWS_BEARER_TOKEN_BEDROCK;
    expect(seen[0]).toContain('https://api.anthropic.com/v1/messages');
    expect(seen[1]).toContain('https://bedrock-runtime.eu-central-1.amazonaws.com/');
    expect(seen[1]).toContain('AWS4-HMAC-SHA256');
  });
});
