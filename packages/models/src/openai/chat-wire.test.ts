import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, totalsOf } from '../../tests/collect.ts';
import { type FakeOpenAI, startFakeOpenAI } from '../../tests/fake-openai.ts';
import type { ModelDeps } from '../chat-model.ts';
import { createChatModel } from '../create-chat-model.ts';
import type { ModelErrorCode } from '../model-error.ts';
import { buildKnowledgePrompt } from '../prompts/knowledge-prompt.ts';
import type { ProviderConfig } from '../provider-config.ts';
import { toProviderPrompt } from '../text-message.ts';

let fake: FakeOpenAI;

beforeAll(async () => {
  fake = await startFakeOpenAI();
});
afterAll(() => fake.close());

const model = (modelId: string, deps: Partial<ModelDeps> = {}, config: Partial<ProviderConfig> = {}) =>
  createChatModel(
    { kind: 'openai-compatible', baseUrl: fake.baseUrl, apiKey: 'key', ...config } as ProviderConfig,
    { fetch, modelId, retries: 0, ...deps },
  );

const tokens = 'You said: one two three four five six seven';
const requestsFor = (modelId: string) => fake.requests.filter(({ body }) => body.model === modelId);

describe('the answer of an OpenAI-wire provider', () => {
  it('streams text and ends with the usage that the provider counted', async () => {
    const reply = await collect(model('fake-slow-5'));
    expect(reply.text).toBe(tokens);
    expect(reply.texts.length).toBeGreaterThan(1);
    expect(reply.finishes).toMatchObject([{ finishReason: { unified: 'stop', raw: 'stop' } }]);
    expect(totalsOf(reply)).toEqual([[9, 9, false]]);
  });

  it('sends the settings under the names that the wire knows, and asks for usage', async () => {
    const prompt = toProviderPrompt(
      [{ role: 'user', content: 'one two three four five six seven' }],
      'Be brief.',
    );
    const request = { prompt, temperature: 0, topP: 0.5, maxOutputTokens: 9, presencePenalty: 1 };
    await collect(model('fake-settings'), request);
    const [sent] = requestsFor('fake-settings');
    expect(sent?.headers.authorization).toBe('Bearer key');
    expect(sent?.body).toEqual({
      model: 'fake-settings',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'one two three four five six seven' },
      ],
      stream: true,
      stream_options: { include_usage: true },
      max_tokens: 9,
      temperature: 0,
      top_p: 0.5,
      presence_penalty: 1,
    });
  });

  it('shows a picture to a model that sees, as a data address in the message', async () => {
    const data = { type: 'data' as const, data: 'R0lGODlh' };
    const picture = { type: 'file' as const, mediaType: 'image/gif', data };
    const content = [{ type: 'text' as const, text: 'What is this?' }, picture];
    const reply = await collect(model('fake-vision'), { prompt: [{ role: 'user', content }] });
    expect(reply.text).toContain('its kind image/gif');
    expect(requestsFor('fake-vision')[0]?.body.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is this?' },
          { type: 'image_url', image_url: { url: 'data:image/gif;base64,R0lGODlh' } },
        ],
      },
    ]);
  });

  it('answers from quoted chunks with their numbers', async () => {
    const chunks = [{ index: 4, chunkId: 'c', documentName: 'a', text: 'Bees dance. Wasps do not.' }];
    const reply = await collect(model('fake-chat'), {
      prompt: toProviderPrompt(
        [{ role: 'user', content: 'Do bees dance?' }],
        buildKnowledgePrompt({ chunks }),
      ),
    });
    expect(reply.text).toBe('Bees dance. [4]');
  });

  it('estimates the usage when the provider gives none', async () => {
    const reply = await collect(model('fake-no-usage'));
    expect(reply.finishes[0]?.usage).toMatchObject({ estimated: true });
    expect(reply.finishes[0]?.usage.outputTokens.total).toBeGreaterThan(5);
  });

  it('takes a whole answer from a server that does not stream', async () => {
    const reply = await collect(model('fake-whole'));
    expect(reply.text).toBe(tokens);
    expect(reply.finishes[0]?.usage.estimated).toBe(false);
  });

  it('says when the answer was cut at its longest', async () => {
    expect((await collect(model('fake-length'))).finishes[0]?.finishReason).toEqual({
      unified: 'length',
      raw: 'length',
    });
  });

  it('passes over unknown events and removes control characters', async () => {
    const reply = await collect(model('fake-odd-events'));
    expect(reply.error).toBeUndefined();
    expect(reply.text).toContain('one [31mtwo');
    expect(reply.text).not.toMatch(/[^\P{Cc}\n\t]/u);
  });

  it('keeps a character together whose halves come apart', async () => {
    const reply = await collect(model('fake-emoji'));
    expect(reply.text.endsWith('ok 😀')).toBe(true);
    expect(reply.texts.every((text) => text.isWellFormed())).toBe(true);
  });

  it('sends the question again without a setting that the model refuses', async () => {
    const reply = await collect(model('fake-no-temperature'), { temperature: 0.3, maxOutputTokens: 50 });
    expect(reply.text).toBe(tokens);
    expect(requestsFor('fake-no-temperature').at(-1)?.body).not.toHaveProperty('temperature');
    expect(requestsFor('fake-no-temperature').at(-1)?.body).toHaveProperty('max_tokens', 50);
  });
});

describe('a failure of an OpenAI-wire provider', () => {
  const refused: [string, ModelErrorCode, boolean][] = [
    ['fake-unauthorized', 'models.unauthorized', false],
    ['fake-not-found', 'models.not_found', false],
    ['fake-redirect', 'models.not_found', false],
    ['fake-context', 'models.context_too_long', false],
    ['fake-refused', 'models.refused', false],
    ['fake-rate-limited', 'models.rate_limited', true],
    ['fake-quota', 'models.rate_limited', false],
    ['fake-server-error', 'models.unavailable', true],
    ['fake-html', 'models.bad_reply', false],
  ];
  it.each(refused)('%s is %s, and nothing is billed', async (modelId, code, retryable) => {
    const reply = await collect(model(modelId));
    expect(reply.error).toMatchObject({ code, retryable });
    expect(reply.finishes).toEqual([]);
  });

  it.each([
    ['fake-empty', 'models.empty_reply', 'The model wrote nothing.'],
    ['fake-blank', 'models.empty_reply', 'The model wrote nothing.'],
    [
      'fake-empty-length',
      'models.reply_used_up',
      'The model reached the longest reply that is allowed before it wrote anything.',
    ],
    ['fake-call-3', 'models.empty_reply', 'The model wrote nothing.'],
  ])(
    '%s wrote nothing that can be used, which is %s, and nothing is billed',
    async (modelId, code, message) => {
      const reply = await collect(model(modelId));
      expect(reply.error).toMatchObject({ code, message, retryable: false });
      expect(reply.finishes).toEqual([]);
    },
  );

  it('fake-empty-filter was refused, and what it used is billed', async () => {
    const reply = await collect(model('fake-empty-filter'));
    expect(reply.error).toMatchObject({ code: 'models.refused' });
    expect(reply.finishes).toHaveLength(1);
  });

  const broken: [string, ModelErrorCode][] = [
    ['fake-malformed', 'models.bad_reply'],
    ['fake-disconnect', 'models.unavailable'],
    ['fake-truncated', 'models.unavailable'],
    ['fake-error-mid', 'models.unavailable'],
    ['fake-hang-mid', 'models.timeout'],
  ];
  it.each(broken)('%s gives what came, its usage, then %s, and is not repeated', async (modelId, code) => {
    const reply = await collect(model(modelId, { retries: 2, timeouts: { idleMs: 500 } }));
    expect(reply.text).toMatch(/^You said: /);
    expect(reply.finishes).toMatchObject([
      { finishReason: { unified: 'error', raw: code }, usage: { estimated: true } },
    ]);
    expect(reply.finishes[0]?.usage.outputTokens.total).toBeGreaterThan(0);
    expect(reply.error?.code).toBe(code);
    expect(requestsFor(modelId)).toHaveLength(1);
  });

  it('keeps the provider’s words without the key', async () => {
    const echo: typeof fetch = () =>
      Promise.resolve(Response.json({ error: { message: 'Bad key\u0007 sk-secret!' } }, { status: 401 }));
    const reply = await collect(model('m', { fetch: echo }, { apiKey: 'sk-secret' }));
    expect(reply.error?.providerMessage).toBe('Bad key [key]!');
  });

  it('is unavailable when nobody listens', async () => {
    const reply = await collect(model('m', {}, { baseUrl: 'http://127.0.0.1:9/v1' }));
    expect(reply.error).toMatchObject({ code: 'models.unavailable', retryable: true });
  });

  it.each([
    ['outbound.blocked', { code: 'models.unavailable', retryable: false }],
    ['outbound.timeout', { code: 'models.timeout', retryable: true }],
    ['outbound.too_large', { code: 'models.bad_reply', retryable: false }],
  ])('understands a guarded client that says %s', async (code, expected) => {
    const guarded: typeof fetch = () =>
      Promise.reject(new Error('wrapped', { cause: Object.assign(new Error('Not allowed.'), { code }) }));
    const reply = await collect(model('m', { fetch: guarded }));
    expect(reply.error).toMatchObject({ ...expected, providerMessage: 'Not allowed.' });
  });

  it('is a bad reply when an event has no end', async () => {
    const endless: typeof fetch = () =>
      Promise.resolve(
        new Response(`data: ${'x'.repeat(1_100_000)}`, { headers: { 'content-type': 'text/event-stream' } }),
      );
    expect((await collect(model('m', { fetch: endless }))).error?.code).toBe('models.bad_reply');
  });
});

describe('retries', () => {
  it.each(['fake-rate-limited-once', 'fake-server-error-once', 'fake-disconnect-first'])(
    '%s answers at the second attempt',
    async (modelId) => {
      const reply = await collect(model(modelId, { retries: 2 }));
      expect(reply.text).toBe(tokens);
      expect(reply.finishes).toHaveLength(1);
      expect(requestsFor(modelId)).toHaveLength(2);
    },
  );

  it('gives up after the number of attempts', async () => {
    const before = requestsFor('fake-server-error').length;
    const reply = await collect(model('fake-server-error', { retries: 1 }));
    expect(reply.error?.code).toBe('models.unavailable');
    expect(requestsFor('fake-server-error').length - before).toBe(2);
  });

  it('tells the caller of a long wait in place of waiting', async () => {
    const before = requestsFor('fake-rate-limited').length;
    const reply = await collect(model('fake-rate-limited', { retries: 3 }));
    expect(reply.error).toMatchObject({ code: 'models.rate_limited', retryAfterMs: 30_000 });
    expect(requestsFor('fake-rate-limited').length - before).toBe(1);
  });

  it('does not repeat what can only be refused again', async () => {
    const before = requestsFor('fake-unauthorized').length;
    await collect(model('fake-unauthorized', { retries: 3 }));
    await collect(model('fake-quota', { retries: 3 }));
    expect(requestsFor('fake-unauthorized').length - before).toBe(1);
    expect(requestsFor('fake-quota').length).toBe(2);
  });
});

describe('time limits and abort', () => {
  it('ends when the provider does not answer', async () => {
    const reply = await collect(model('fake-hang', { timeouts: { connectMs: 80 } }));
    expect(reply.error).toMatchObject({ code: 'models.timeout', retryable: true });
    expect(reply.finishes).toEqual([]);
  });

  it('ends a stream that continues past the total time', async () => {
    const reply = await collect(model('fake-slow-200', { timeouts: { idleMs: 5_000, totalMs: 800 } }));
    expect(reply.error?.code).toBe('models.timeout');
    expect(reply.finishes[0]?.finishReason.unified).toBe('error');
  });

  it('does not count the time between tokens as idle while tokens come', async () => {
    const reply = await collect(model('fake-slow-100', { timeouts: { idleMs: 600 } }));
    expect(reply.text).toBe(tokens);
  });

  it('stops in the middle: usage, the error, and the connection closed', async () => {
    const controller = new AbortController();
    const stop = () => controller.abort();
    const reply = await collect(model('fake-slow-30'), {}, { signal: controller.signal, onText: stop });
    expect(reply.texts).toHaveLength(1);
    expect(reply.finishes).toMatchObject([
      { finishReason: { unified: 'error', raw: 'models.aborted' }, usage: { estimated: true } },
    ]);
    expect(reply.error?.code).toBe('models.aborted');
    await expect.poll(() => requestsFor('fake-slow-30').at(-1)?.wasAborted).toBe(true);
  });

  it('stops while the provider is silent, and the question is still counted', async () => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 30);
    const reply = await collect(model('fake-hang'), {}, { signal: controller.signal });
    expect(reply.error?.code).toBe('models.aborted');
    expect(reply.finishes).toMatchObject([{ usage: { outputTokens: { total: 0 }, estimated: true } }]);
    expect(reply.finishes[0]?.usage.inputTokens.total).toBeGreaterThan(0);
  });

  it('asks nobody when it was stopped before', async () => {
    const reply = await collect(model('fake-never'), {}, { signal: AbortSignal.abort() });
    expect(reply).toMatchObject({ error: { code: 'models.aborted' }, finishes: [] });
    expect(requestsFor('fake-never')).toEqual([]);
  });

  it('stops during the wait before a retry', async () => {
    const controller = new AbortController();
    const failing: typeof fetch = () => {
      setTimeout(() => controller.abort(), 10);
      return Promise.resolve(new Response('busy', { status: 429, headers: { 'retry-after': '15' } }));
    };
    const reply = await collect(
      model('m', { fetch: failing, retries: 2 }),
      {},
      { signal: controller.signal },
    );
    expect(reply.error?.code).toBe('models.aborted');
  });

  it('ends even when the client ignores the signal, and closes what comes late', async () => {
    let isLateClosed = false;
    const body = new ReadableStream({
      cancel: () => {
        isLateClosed = true;
      },
    });
    const deaf: typeof fetch = async () => {
      await sleep(60);
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    };
    const reply = await collect(model('m', { fetch: deaf, timeouts: { connectMs: 20 } }));
    expect(reply.error?.code).toBe('models.timeout');
    await expect.poll(() => isLateClosed).toBe(true);
  });

  it('closes the connection when the reader leaves the loop', async () => {
    const prompt = toProviderPrompt([{ role: 'user', content: 'a b c d e' }]);
    for await (const part of model('fake-slow-25').stream({ prompt })) if (part.type === 'text-delta') break;
    await expect.poll(() => requestsFor('fake-slow-25').at(-1)?.wasAborted).toBe(true);
  });
});
