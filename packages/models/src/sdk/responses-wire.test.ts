import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect } from '../../tests/collect.ts';
import { openAIResponses } from '../../tests/conformance/openai-responses.ts';
import { type ScriptedProvider, startScriptedProvider } from '../../tests/conformance/scripted-provider.ts';
import { createChatModel } from '../create-chat-model.ts';
import { asRecord } from '../read-json.ts';
import { toProviderPrompt } from '../text-message.ts';

let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startScriptedProvider(openAIResponses);
  provider.play({ blocks: [{ type: 'text', deltas: ['Sunny.'] }] });
});
afterAll(() => provider.close());

const prompt = toProviderPrompt([{ role: 'user', content: 'How is the weather?' }]);
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

  it('reach a deployment on Azure under its version v1, with its own header', async () => {
    const config = { kind: 'azure' as const, apiKey: 'azure-key', baseUrl: provider.origin };
    const model = createChatModel(
      {
        ...config,
        apiVersion: '2024-10-21',
        resourceName: undefined,
        protocol: 'responses',
        thoughts: undefined,
      },
      { fetch, modelId: 'my-deployment', retries: 0 },
    );
    await collect(model, { prompt });
    const { path, headers, body } = provider.requests.at(-1) ?? {};
    expect([path, body?.['model']]).toEqual(['/openai/v1/responses', 'my-deployment']);
    expect(headers).toMatchObject({ 'api-key': 'azure-key' });
    expect(headers).not.toHaveProperty('authorization');
  });

  it('ask a reasoning model for its thoughts only where the provider says so, and tell them', async () => {
    const config = {
      kind: 'openai-compatible' as const,
      baseUrl: `${provider.origin}/v1`,
      apiKey: undefined,
    };
    const summaryOf = async (thoughts: 'shown' | undefined, modelId: string) => {
      const given = { ...config, protocol: 'responses' as const, thoughts };
      await collect(createChatModel(given, { fetch, modelId, retries: 0 }), { prompt });
      return asRecord(provider.requests.at(-1)?.body['reasoning'])?.['summary'];
    };
    expect(await summaryOf('shown', 'gpt-5')).toBe('auto');
    expect(await summaryOf(undefined, 'gpt-5')).toBeUndefined();
    expect(await summaryOf('shown', 'gpt-4.1')).toBeUndefined();
  });
});
