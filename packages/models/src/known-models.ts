import type { ProviderKind } from './provider-config.ts';

/**
 * Known properties of a model. `contextTokens`: input and output together. Prices in US dollars per million tokens: list prices
 * without discounts from the providers' price pages of late 2025. They change, so that operators can override them.
 */
export interface KnownModel {
  id: string;
  kind: ProviderKind;
  type: 'chat' | 'embedding';
  contextTokens: number;
  inputPrice: number;
  outputPrice: number;
}

type Row = readonly [id: string, contextTokens: number, inputPrice: number, outputPrice?: number];

const table = (kind: ProviderKind, rows: readonly Row[]): KnownModel[] =>
  rows.map(([id, contextTokens, inputPrice, outputPrice]) => ({
    id,
    kind,
    type: outputPrice === undefined ? 'embedding' : 'chat',
    contextTokens,
    inputPrice,
    outputPrice: outputPrice ?? 0,
  }));

const million = 1_048_576;

/** Chat models have an output price; rows without one are embedding models. */
export const knownModels: KnownModel[] = [
  ...table('extractive', [['atelier-extractive', million, 0, 0]]),
  ...table('openai', [
    ['gpt-5', 400_000, 1.25, 10],
    ['gpt-5-mini', 400_000, 0.25, 2],
    ['gpt-5-nano', 400_000, 0.05, 0.4],
    ['gpt-4.1', 1_047_576, 2, 8],
    ['gpt-4.1-mini', 1_047_576, 0.4, 1.6],
    ['gpt-4.1-nano', 1_047_576, 0.1, 0.4],
    ['gpt-4o', 128_000, 2.5, 10],
    ['gpt-4o-mini', 128_000, 0.15, 0.6],
    ['o3', 200_000, 2, 8],
    ['o4-mini', 200_000, 1.1, 4.4],
    ['text-embedding-3-small', 8_191, 0.02],
    ['text-embedding-3-large', 8_191, 0.13],
    ['text-embedding-ada-002', 8_191, 0.1],
  ]),
  ...table('anthropic', [
    ['claude-opus-4-5', 200_000, 5, 25],
    ['claude-opus-4-1', 200_000, 15, 75],
    ['claude-sonnet-4-5', 200_000, 3, 15],
    ['claude-sonnet-4', 200_000, 3, 15],
    ['claude-haiku-4-5', 200_000, 1, 5],
    ['claude-3-5-haiku', 200_000, 0.8, 4],
  ]),
  ...table('google', [
    ['gemini-2.5-pro', million, 1.25, 10],
    ['gemini-2.5-flash', million, 0.3, 2.5],
    ['gemini-2.5-flash-lite', million, 0.1, 0.4],
    ['gemini-embedding-001', 2_048, 0.15],
  ]),
  ...table('mistral', [
    ['mistral-large', 128_000, 2, 6],
    ['mistral-medium', 128_000, 0.4, 2],
    ['mistral-small', 128_000, 0.1, 0.3],
    ['mistral-embed', 8_192, 0.1],
  ]),
  ...table('groq', [
    ['llama-3.3-70b-versatile', 131_072, 0.59, 0.79],
    ['llama-3.1-8b-instant', 131_072, 0.05, 0.08],
    ['openai/gpt-oss-120b', 131_072, 0.15, 0.75],
    ['openai/gpt-oss-20b', 131_072, 0.1, 0.5],
  ]),
  ...table('bedrock', [
    ['anthropic.claude-opus-4-5', 200_000, 5, 25],
    ['anthropic.claude-sonnet-4-5', 200_000, 3, 15],
    ['anthropic.claude-haiku-4-5', 200_000, 1, 5],
    ['amazon.nova-pro', 300_000, 0.8, 3.2],
    ['amazon.nova-lite', 300_000, 0.06, 0.24],
    ['amazon.nova-micro', 128_000, 0.035, 0.14],
    ['amazon.titan-embed-text-v2', 8_192, 0.02],
    ['cohere.embed-multilingual-v3', 512, 0.1],
    ['cohere.embed-english-v3', 512, 0.1],
  ]),
];

/**
 * Finds a known model by id, also with a version suffix (`gpt-4o-2024-08-06`, `mistral-large-latest`) or a region prefix
 * (`eu.anthropic.…`). Ids of Azure are names of deployments and are treated like OpenAI's.
 */
export const findKnownModel = (kind: ProviderKind, id: string): KnownModel | undefined => {
  const owner = kind === 'azure' ? 'openai' : kind;
  const name = kind === 'bedrock' ? id.replace(/^(us|eu|apac|global|us-gov|jp|au)\./, '') : id;
  return knownModels
    .filter((model) => model.kind === owner && isModelVersion(name, model.id))
    .sort((a, b) => b.id.length - a.id.length)[0];
};

/** Returns true for a version suffix: digits, `v1:0`, `latest` or `preview`. Other words, as in `gpt-5-codex`, name a different model. */
const isModelVersion = (name: string, id: string): boolean =>
  name === id ||
  (name.startsWith(id) && /^[-@:](v?\d[\d.]*|latest|preview)([-:].*)?$/.test(name.slice(id.length)));

/** Returns the list price of a call in US dollars. */
export const computeListPrice = (
  model: KnownModel,
  usage: { inputTokens: number; outputTokens?: number },
): number =>
  (usage.inputTokens * model.inputPrice + (usage.outputTokens ?? 0) * model.outputPrice) / 1_000_000;
