import type { Provider, ProviderType } from '@atelier/contracts/content/models';
import { describe, expect, it } from 'vitest';
import { isSecretKept, providerBody, providerDefaults, providerSchema, sortModels } from './provider-form.ts';

const field = (name: string, rest: Partial<ProviderType['fields'][number]> = {}) => ({
  name,
  label: name,
  help: '',
  secret: false,
  required: false,
  example: '',
  ...rest,
});
const types: ProviderType[] = [
  {
    kind: 'openai',
    label: 'OpenAI',
    description: '',
    fields: [field('apiKey', { label: 'API key', secret: true, required: true }), field('baseUrl')],
  },
  {
    kind: 'azure',
    label: 'Azure OpenAI',
    description: '',
    fields: [field('apiKey', { secret: true }), field('resourceName')],
  },
  {
    kind: 'bedrock',
    label: 'Amazon Bedrock',
    description: '',
    fields: [field('region', { required: true })],
  },
];
const saved: Provider = {
  revision: 1,
  providerId: 'prv_1',
  kind: 'openai',
  name: 'Ours',
  settings: { baseUrl: 'https://a.example/v1' },
  secretsSet: ['apiKey'],
  chatModels: ['m'],
  embeddingModels: [],
  transcriptionModels: [],
  visionModels: [],
  rerankModels: [],
  managed: false,
  createdAt: null,
  abilities: {},
};
const refusals = (values: object, provider?: Provider) =>
  providerSchema(types, provider)
    .safeParse({ kind: 'openai', name: 'x', settings: {}, chatModels: ['m'], ...values })
    .error?.issues.map((issue) => issue.path.join('.')) ?? [];

describe('the form of a provider', () => {
  it('asks for what its kind needs and for a model, and for nothing of another kind', {
    tags: ['MODEL-14'],
  }, () => {
    expect(refusals({})).toEqual(['settings.apiKey']);
    expect(refusals({ settings: { apiKey: 'k' }, chatModels: [] })).toEqual(['chatModels']);
    expect(refusals({ settings: { apiKey: 'k' }, chatModels: [], embeddingModels: ['e'] })).toEqual([]);
    expect(refusals({ settings: { apiKey: 'k' }, chatModels: [], transcriptionModels: ['w'] })).toEqual([]);
    expect(refusals({ kind: 'bedrock', settings: { apiKey: 'k' } })).toEqual(['settings.region']);
  });

  it('opens without any secret, also when one is saved', () => {
    expect(providerDefaults(types, saved).settings).toEqual({
      apiKey: '',
      baseUrl: 'https://a.example/v1',
      resourceName: '',
      region: '',
    });
  });

  it('keeps a saved secret only for the address that it was given for', () => {
    const same = { settings: { apiKey: '', baseUrl: 'https://a.example/v1' } };
    const moved = { settings: { apiKey: '', baseUrl: 'https://evil.example/v1' } };
    expect(refusals(same, saved)).toEqual([]);
    expect(refusals(moved, saved)).toEqual(['settings.apiKey']);
    const azure = { ...saved, kind: 'azure' as const, settings: { resourceName: 'ours' } };
    const otherResource = { kind: 'azure' as const, settings: { resourceName: 'theirs' } };
    expect(isSecretKept(types, azure, otherResource, 'apiKey')).toBe(false);
    expect(isSecretKept(types, azure, { ...otherResource, settings: azure.settings }, 'apiKey')).toBe(true);
    expect(isSecretKept(types, saved, { kind: 'openai', ...same }, 'apiKey')).toBe(true);
    expect(isSecretKept(types, saved, { kind: 'openai', ...moved }, 'apiKey')).toBe(false);
  });

  it('sends neither blanks nor the settings of another kind', () => {
    const settings = { apiKey: 'k', baseUrl: '  ', region: 'eu-central-1' };
    expect(providerBody(types, { kind: 'openai', settings }).settings).toEqual({ apiKey: 'k' });
    expect(providerBody(types, { kind: 'bedrock', settings }).settings).toEqual({ region: 'eu-central-1' });
  });

  it('tells embedding models from chat models by their names', () => {
    expect(
      sortModels(['gpt-4o', 'bge-reranker-v2', 'whisper-1', 'text-embedding-3-small', 'bge-m3', 'llama3']),
    ).toEqual({
      chat: ['gpt-4o', 'llama3'],
      embedding: ['text-embedding-3-small', 'bge-m3'],
      transcription: ['whisper-1'],
      rerank: ['bge-reranker-v2'],
    });
  });
});
