import { expect, it } from 'vitest';
import { startFakeOpenAI } from '../../tests/fake-openai.ts';
import { createChatModel } from '../create-chat-model.ts';
import { toProviderPrompt } from '../text-message.ts';

it('passes the first text on at once, and then as much as has arrived since the last read', async () => {
  const fake = await startFakeOpenAI();
  const model = createChatModel(
    { kind: 'openai-compatible', baseUrl: fake.baseUrl, apiKey: 'key' },
    { fetch, modelId: 'fake-paced-200', retries: 0 },
  );
  const read = async (readEveryMs: number | undefined) => {
    const texts: string[] = [];
    const request = { prompt: toProviderPrompt([{ role: 'user', content: 'Hello' }]) };
    for await (const part of model.stream(request, { readEveryMs }))
      if (part.type === 'text-delta') texts.push(part.delta);
    return texts;
  };
  try {
    const paced = await read(100);
    expect(paced.join('')).toBe('token '.repeat(200));
    expect(paced[0]).toBe('token ');
    // 200 tokens take at least 400 ms. On a busy machine there are fewer reads, never more.
    expect((await read(undefined)).length).toBeGreaterThan(paced.length);
  } finally {
    await fake.close();
  }
});
