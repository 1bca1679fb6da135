import type { ProviderKind } from '../provider-config.ts';

/** US dollars per minute of sound, list prices of late 2025, by the provider's kind and the beginning of the model's id. */
const prices: readonly [ProviderKind, string, number][] = [
  ['openai', 'gpt-4o-mini-transcribe', 0.003],
  ['openai', 'gpt-4o-transcribe', 0.006],
  ['openai', 'whisper', 0.006],
  ['groq', 'whisper-large-v3-turbo', 0.04 / 60],
  ['groq', 'whisper-large-v3', 0.111 / 60],
  ['mistral', 'voxtral-mini', 0.002],
];

/** The price for unknown models. */
const unknownPrice = 0.006;

/** Returns the price per minute in US dollars. Ids of Azure are names of deployments and are treated like OpenAI's. */
export const minutePriceFor = (kind: ProviderKind, model: string): number => {
  const owner = kind === 'azure' ? 'openai' : kind;
  return prices.find(([of, start]) => of === owner && model.startsWith(start))?.[2] ?? unknownPrice;
};
