import { describe, expect, it } from 'vitest';
import { cleanText, safeEnd } from './clean-text.ts';
import { ModelError, toModelError } from './model-error.ts';
import { asCount } from './read-json.ts';
import { Deadline } from './wire/deadline.ts';
import { refusal, refusalInStream } from './wire/refusal.ts';
import { withReadableInputs } from './wire/tool-inputs.ts';
import { withRetries } from './wire/with-retries.ts';

const coded = (code: string) => Object.assign(new Error('Of the client'), { code });
const refused = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  refusal({
    status,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    header: (name) => headers[name],
    secrets: ['s3cret'],
  });

describe('an error of a model', () => {
  it('keeps a cleaned message of at most 500 characters', () => {
    expect(
      new ModelError('models.refused', { providerMessage: `a\u0000${'x'.repeat(600)}` }).providerMessage,
    ).toBe(`a${'x'.repeat(499)}`);
    expect(new ModelError('models.refused')).toMatchObject({ retryable: false, providerMessage: undefined });
  });

  it('is made of any failure, and may be tried again unless it was forbidden', () => {
    const own = new ModelError('models.refused');
    expect(toModelError(new Error('outer', { cause: own }))).toBe(own);
    expect(toModelError(coded('outbound.blocked'))).toMatchObject({
      code: 'models.unavailable',
      retryable: false,
    });
    expect(toModelError(coded('outbound.unreachable'))).toMatchObject({
      code: 'models.unavailable',
      retryable: true,
    });
    expect(toModelError(coded('outbound.timeout'))).toMatchObject({
      code: 'models.timeout',
      retryable: true,
    });
    expect(toModelError(coded('outbound.too_large'))).toMatchObject({
      code: 'models.bad_reply',
      retryable: false,
    });
    expect(toModelError('nothing')).toMatchObject({
      code: 'models.unavailable',
      retryable: true,
      providerMessage: undefined,
    });
  });

  it('has the messages of its causes, or that of the client alone', () => {
    expect(
      toModelError(new Error('one', { cause: new Error('two', { cause: new Error('one') }) }))
        .providerMessage,
    ).toBe('one: two');
    expect(toModelError(new Error('one', { cause: coded('a.blocked') })).providerMessage).toBe(
      'Of the client',
    );
    let deep = new Error('0');
    for (let level = 1; level < 8; level += 1) deep = new Error(String(level), { cause: deep });
    expect(toModelError(deep).providerMessage).toBe('7: 6: 5: 4: 3');
  });
});

describe('a refusal of a provider', () => {
  it.each([
    [300, {}, 'models.not_found', false],
    [399, {}, 'models.not_found', false],
    [401, {}, 'models.unauthorized', false],
    [403, {}, 'models.unauthorized', false],
    [404, {}, 'models.not_found', false],
    [408, {}, 'models.unavailable', true],
    [413, {}, 'models.context_too_long', false],
    [418, {}, 'models.refused', false],
    [429, {}, 'models.rate_limited', true],
    [429, { error: { message: 'x', code: 'insufficient_quota' } }, 'models.rate_limited', false],
    [499, {}, 'models.refused', false],
    [500, {}, 'models.unavailable', true],
    [400, { error: { message: 'This prompt is too long' } }, 'models.context_too_long', false],
    [422, { error: { message: 'API key not valid' } }, 'models.unauthorized', false],
    [400, { error: { message: 'm', code: 'model_not_found' } }, 'models.not_found', false],
    [400, { message: 'content_filter: model x not found' }, 'models.refused', false],
    [422, { detail: 'Something' }, 'models.refused', false],
  ])('with status %i and %j is %s', (status, body, code, retryable) => {
    expect(refused(status, body)).toMatchObject({ code, retryable });
  });

  it('has a message without markup and secrets, or its status', () => {
    expect(refused(500, '<html><b>Bad</b>\n gateway s3cret</html>').providerMessage).toBe(
      'Bad gateway [key]',
    );
    expect(refused(500, '').providerMessage).toBe('HTTP 500');
    expect(refused(500, { error: 'In words' }).providerMessage).toBe('In words');
    expect(refused(500, { error: { detail: 'd' } }).providerMessage).toBe('d');
    expect(refused(500, { error: { reason: 7 } }).providerMessage).toBe('{"reason":7}');
  });

  it('says how long to wait, where waiting helps', () => {
    const wait = (headers: Record<string, string>, status = 429) => refused(status, {}, headers).retryAfterMs;
    expect(wait({ 'retry-after': '2' })).toBe(2000);
    expect(wait({ 'retry-after': '-2' })).toBe(0);
    expect(wait({ 'retry-after-ms': '30', 'retry-after': '2' })).toBe(30);
    expect(wait({ 'retry-after-ms': '0' })).toBe(0);
    expect(wait({ 'retry-after-ms': '-1', 'retry-after': '2' })).toBe(2000);
    expect(wait({ 'retry-after': new Date(0).toUTCString() })).toBe(0);
    expect(wait({ 'retry-after': new Date(Date.now() + 60_000).toUTCString() })).toBeGreaterThan(50_000);
    for (const value of ['', 'soon']) expect(wait({ 'retry-after': value })).toBeUndefined();
    expect(wait({})).toBeUndefined();
    expect(wait({ 'retry-after': '2' }, 400)).toBeUndefined();
  });

  it('inside a stream is known by its words', () => {
    const kinds = [
      { message: 'maximum context reached' },
      { message: 'x', code: 'content_filter' },
      { message: 'x', code: 429 },
      { message: 'Too many requests: check billing' },
      'Overloaded with s3cret',
    ].map((error) => refusalInStream(error, ['s3cret']));
    expect(kinds.map(({ code, retryable }) => [code, retryable])).toEqual([
      ['models.context_too_long', false],
      ['models.refused', false],
      ['models.rate_limited', true],
      ['models.rate_limited', false],
      ['models.unavailable', true],
    ]);
    expect(kinds[4]?.providerMessage).toBe('Overloaded with [key]');
  });
});

describe('retries', () => {
  const attempts = async (
    errors: readonly unknown[],
    limits: { totalMs?: number; retries?: number } = {},
  ) => {
    const deadline = new Deadline({ totalMs: limits.totalMs ?? 60_000 }, undefined);
    let made = 0;
    try {
      const value = await withRetries(
        async () => {
          made += 1;
          const error = errors[made - 1];
          if (error !== undefined) throw error;
          return 'done';
        },
        { deadline, retries: limits.retries },
      );
      return [made, value];
    } catch (error) {
      return [made, error instanceof ModelError ? error.code : 'other'];
    } finally {
      deadline.end();
    }
  };
  const limited = (retryAfterMs: number) =>
    new ModelError('models.rate_limited', { retryable: true, retryAfterMs });

  it('follow failures that may pass, as often as is allowed', async () => {
    expect(await attempts([limited(0), limited(0)], { retries: 2 })).toEqual([3, 'done']);
    expect(await attempts([limited(0), limited(0), limited(0)], { retries: 2 })).toEqual([
      3,
      'models.rate_limited',
    ]);
    expect(await attempts([limited(0)], { retries: 0 })).toEqual([1, 'models.rate_limited']);
    expect(await attempts([new ModelError('models.refused')])).toEqual([1, 'models.refused']);
    expect(await attempts([new ModelError('models.timeout', { retryable: true })])).toEqual([
      1,
      'models.timeout',
    ]);
  });

  it('are not waited for longer than twenty seconds, or than the time that is left', async () => {
    expect(await attempts([limited(20_001)])).toEqual([1, 'models.rate_limited']);
    expect(await attempts([limited(5000)], { totalMs: 4000 })).toEqual([1, 'models.rate_limited']);
  });

  it('end with the call', async () => {
    const ended = new Deadline({}, AbortSignal.abort());
    await expect(withRetries(async () => 'never', { deadline: ended })).rejects.toMatchObject({
      code: 'models.aborted',
    });
    await expect(ended.race(new Promise(() => undefined))).rejects.toMatchObject({ code: 'models.aborted' });
    ended.end();
  });
});

describe('the time of a call', () => {
  it('begins again with each piece, and ends a wait that is over', async () => {
    const deadline = new Deadline({ idleMs: 80, totalMs: 60_000 }, undefined);
    deadline.armIdle();
    for (let piece = 0; piece < 4; piece += 1) {
      await deadline.sleep(40);
      deadline.touch();
    }
    expect(deadline.failure).toBeUndefined();
    await expect(deadline.sleep(5000)).rejects.toMatchObject({ code: 'models.timeout', retryable: true });
    deadline.end();
  });

  it('is not over while nothing is armed', async () => {
    const deadline = new Deadline({ connectMs: 20, totalMs: 60_000 }, undefined);
    deadline.armConnect();
    deadline.disarm();
    await deadline.sleep(60);
    deadline.end();
    expect(deadline.failure).toBeUndefined();
  });

  it('ends when the caller stops it, with that reason and no other', async () => {
    const controller = new AbortController();
    const deadline = new Deadline({ totalMs: 50 }, controller.signal);
    controller.abort();
    await expect(deadline.race(new Promise(() => undefined))).rejects.toMatchObject({
      code: 'models.aborted',
    });
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(deadline.failure?.code).toBe('models.aborted');
    deadline.end();
  });
});

describe('text and figures of providers', () => {
  it('lose control characters, keep lines and tabs, and end before half a character', () => {
    expect(cleanText('a\u0007b\n\tc\u009f')).toBe('ab\n\tc');
    expect([safeEnd('ab'), safeEnd('a\ud83d'), safeEnd('a\ude00'), safeEnd('')]).toEqual([2, 1, 2, 0]);
    expect([0, 1.6, -1, Infinity, '1'].map(asCount)).toEqual([0, 2, undefined, undefined, undefined]);
  });

  it('are sent back as an object where arguments cannot be read', () => {
    const call = (input: unknown) => ({
      ...{ type: 'tool-call' as const, toolCallId: 'a', toolName: 'b' },
      input,
    });
    const { prompt } = withReadableInputs({
      prompt: [
        { role: 'user', content: [{ type: 'text', text: 'Hi' }] },
        {
          role: 'assistant',
          content: [call('{"a":1}'), call('{'), call({ b: 2 }), call('[1]'), { type: 'text', text: 'x' }],
        },
      ],
    });
    expect(prompt[1]?.content).toMatchObject([
      ...[{ input: { a: 1 } }, { input: { rawInvalidInput: '{' } }, { input: { b: 2 } }],
      ...[{ input: { rawInvalidInput: '[1]' } }, { text: 'x' }],
    ]);
  });
});
