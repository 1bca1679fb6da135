import type { CatalogueModel } from '@atelier/contracts/content/model-catalogue';
import type { ModelType } from '@atelier/contracts/content/models';
import { formatCredits, formatExactCredits } from '../../../../lib/format.ts';

export const typeWords: Record<ModelType, string> = {
  CHAT: 'Answers',
  EMBEDDING: 'Embeddings',
  TRANSCRIPTION: 'Transcription',
  VISION: 'Pictures',
  RERANK: 'Reranking',
};

/** Returns the price of a million tokens. Models that only read have one price. */
export const priceWords = ({ type, price }: CatalogueModel): string => {
  if (price.input === 0 && price.output === 0) return 'Free';
  const writes = type === 'CHAT' || type === 'VISION';
  const text = writes
    ? `${formatExactCredits(price.input)} in, ${formatExactCredits(price.output)} out`
    : formatExactCredits(price.input);
  return price.isAssumed ? `about ${text}` : text;
};

export const usageWords = (used: { credits: number; records: number } | undefined): string =>
  used === undefined ? 'Not used' : `${formatCredits(Math.ceil(used.credits))}`;

interface Wanted {
  search: string;
  type: string;
  providerId: string;
}

/** The models that match the search and both filters. */
export const matching = (models: readonly CatalogueModel[], { search, type, providerId }: Wanted) => {
  const word = search.trim().toLowerCase();
  return models.filter(
    (model) =>
      (type === '' || model.type === type) &&
      (providerId === '' || model.providerId === providerId) &&
      (word === '' || `${model.label} ${model.model} ${model.provider}`.toLowerCase().includes(word)),
  );
};
