import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect } from '../../tests/collect.ts';
import { openAIResponses } from '../../tests/conformance/openai-responses.ts';
import { type ScriptedProvider, startScriptedProvider } from '../../tests/conformance/scripted-provider.ts';
import { createChatModel } from '../create-chat-model.ts';
import { asRecord } from '../read-json.ts';
import { promptOf } from '../text-message.ts';

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startScriptedProvider(openAIResponses);
  provider.play({ blocks: [{ type: 'text', deltas: ['Sunny.'] }] });
});
afterAll(() => provider.close());

const prompt = promptOf([{ role: 'user', content: 'How is the weather?' }]);
const ask = async (apiKey?: string, modelId = 'writer', schema?: Record<string, unknown>) => {
  const config = { kind: 'openai-compatible' as const, baseUrl: `${provider.origin}/v1`, apiKey };
  const model = createChatModel({ ...config, protocol: 'responses' }, { fetch, modelId, retries: 0 });
  const format = schema && { responseFormat: { type: 'json' as const, schema } };
  await collect(model, { prompt, ...format });
  return provider.requests.at(-1);
};

describe('OpenAI’s responses', () => {
  it('store nothing at the provider, and ask a reasoning model for its thoughts in encrypted form', async () => {
    expect((await ask('key'))?.body).toMatchObject({ model: 'writer', store: false, stream: true });
    expect((await ask('key', 'gpt-5'))?.body).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
    });
  });

  it('send the key of the provider, and none to a server that needs none', async () => {
    expect(await ask('sk-own')).toMatchObject({
      path: '/v1/responses',
      headers: { authorization: 'Bearer sk-own' },
    });
    expect((await ask())?.headers).not.toHaveProperty('authorization');
  });

  it('ask for a strict form only where the schema allows it', async () => {
    const open = { type: 'object', properties: { city: { type: 'string' } } };
    const closed = { ...open, required: ['city'], additionalProperties: false };
    const strictOf = async (schema: Record<string, unknown>) => {
      const body = (await ask('key', 'writer', schema))?.body;
      return asRecord(asRecord(body?.text)?.format)?.strict;
    };
    expect([await strictOf(open), await strictOf(closed)]).toEqual([false, true]);
  });
});
