import type { CatalogueModel } from '@atelier/contracts/content/model-catalogue';
import { describe, expect, it } from 'vitest';
import { matching, priceWords, usageWords } from './model-words.ts';

const model: CatalogueModel = {
  revision: 1,
  modelId: 'prv_1/gpt-4o',
  model: 'gpt-4o',
  label: 'Our best',
  type: 'CHAT',
  owner: 'TENANT',
  providerId: 'prv_1',
  provider: 'OpenAI',
  kind: 'openai',
  properties: { label: 'Our best', temperature: null, maxOutputTokens: null },
  isDefault: true,
  contextTokens: 128_000,
  price: { input: 2500, output: 10_000, isAssumed: false },
  abilities: {},
};
const embedding: CatalogueModel = {
  ...model,
  modelId: 'prv_2/e5',
  model: 'e5',
  label: 'e5',
  type: 'EMBEDDING',
  providerId: 'prv_2',
  provider: 'Ollama',
  price: { input: 1000, output: 4000, isAssumed: true },
};

describe('the list of models', () => {
  it('is searched by name and provider, and filtered by type and provider', () => {
    const found = (wanted: object) =>
      matching([model, embedding], { search: '', type: '', providerId: '', ...wanted }).map(
        (each) => each.model,
      );
    expect(found({})).toEqual(['gpt-4o', 'e5']);
    expect(found({ search: 'best' })).toEqual(['gpt-4o']);
    expect(found({ search: 'OLLAMA' })).toEqual(['e5']);
    expect(found({ type: 'EMBEDDING' })).toEqual(['e5']);
    expect(found({ providerId: 'prv_1', type: 'EMBEDDING' })).toEqual([]);
  });

  it('tells the price of a million tokens, and that it is assumed', () => {
    expect(priceWords(model)).toBe('2,500 in, 10,000 out');
    expect(priceWords(embedding)).toBe('about 1,000');
    expect(priceWords({ ...model, price: { input: 0, output: 0, isAssumed: false } })).toBe('Free');
  });

  it('rounds used credits up, so that little use does not look like none', () => {
    expect(usageWords({ credits: 0.2, records: 1 })).toBe('1');
    expect(usageWords(undefined)).toBe('Not used');
  });
});
