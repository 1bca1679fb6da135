import { describe, expect, it } from 'vitest';
import { startFakeAnthropic } from '../tests/fake-anthropic.ts';
import { startFakeGoogle } from '../tests/fake-google.ts';
import { startFakeOpenAI } from '../tests/fake-openai.ts';
import { testProvider } from './test-provider.ts';

describe('trying a provider', () => {
  it('lists the models of a key that works', async () => {
    const [openai, anthropic, google] = await Promise.all([
      startFakeOpenAI(),
      startFakeAnthropic(),
      startFakeGoogle(),
    ]);
    const results = await Promise.all([
      testProvider({ kind: 'openai', apiKey: 'k', baseUrl: openai.baseUrl }, { fetch }),
      testProvider({ kind: 'anthropic', apiKey: 'k', baseUrl: anthropic.origin }, { fetch }),
      testProvider({ kind: 'google', apiKey: 'k', baseUrl: google.origin }, { fetch }),
    ]);
    await Promise.all([openai.close(), anthropic.close(), google.close()]);
    expect(results).toEqual([
      {
        ok: true,
        models: ['fake-chat', 'fake-chat-mini', 'fake-embedding', 'fake-transcription', 'fake-vision'],
      },
      { ok: true, models: ['claude-fake'] },
      { ok: true, models: ['gemini-fake'] },
    ]);
  });

  it('says why a key does not work', async () => {
    const fake = await startFakeOpenAI();
    const wrong = await testProvider(
      { kind: 'openai', apiKey: 'wrong-key', baseUrl: fake.baseUrl },
      { fetch },
    );
    await fake.close();
    expect(wrong).toEqual({
      ok: false,
      code: 'models.unauthorized',
      message: 'Incorrect API key provided: [key].',
    });
  });

  it('has a named model say a word, and reports what it answers', async () => {
    const fake = await startFakeOpenAI();
    const config = { kind: 'openai-compatible' as const, baseUrl: fake.baseUrl };
    expect(await testProvider(config, { fetch, modelId: 'fake-chat' })).toMatchObject({ ok: true });
    expect(await testProvider(config, { fetch, modelId: 'fake-not-found' })).toMatchObject({
      ok: false,
      code: 'models.not_found',
    });
    await fake.close();
    expect(await testProvider(config, { fetch })).toMatchObject({ ok: false, code: 'models.unavailable' });
  });

  it('gives up on a server that does not answer', async () => {
    const silent: typeof fetch = () => Promise.withResolvers<Response>().promise;
    const result = await testProvider({ kind: 'ollama' }, { fetch: silent, timeouts: { connectMs: 30 } });
    expect(result).toMatchObject({ ok: false, code: 'models.timeout' });
  });

  it('needs nothing for the extractive model', async () => {
    expect(await testProvider({ kind: 'extractive' }, { fetch })).toEqual({ ok: true });
  });
});
