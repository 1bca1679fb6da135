/** A retrieval setting of the product that is measured, in the form of the API. */
export interface Retriever {
  name: string;
  /** True when the retriever needs an embedding model. */
  needsVectors: boolean;
  settings: Record<string, unknown>;
}

const rerank = { enabled: true, method: 'LEXICAL', candidates: 20 };

const words = (name: string, settings: Record<string, unknown>): Retriever => ({
  name,
  needsVectors: false,
  settings,
});
const meaning = (name: string, settings: Record<string, unknown>): Retriever => ({
  name,
  needsVectors: true,
  settings,
});

/** The retriever that all others are compared with. */
export const baseline = 'BM25';

export const retrievers: readonly Retriever[] = [
  words(baseline, { mode: 'BM25' }),
  words('BM25, reranked by words', { mode: 'BM25', rerank }),
  words('MULTI_QUERY by words', { mode: 'MULTI_QUERY' }),
  words('MULTI_VECTOR by words', { mode: 'MULTI_VECTOR' }),
  words('PARENT_CHILD by words', { mode: 'PARENT_CHILD' }),
  words('CONTEXTUAL_COMPRESSION by words', { mode: 'CONTEXTUAL_COMPRESSION' }),
  words('TIME_WEIGHTED by words', { mode: 'TIME_WEIGHTED' }),
  meaning('VECTOR', { mode: 'VECTOR' }),
  meaning('ATELIER_COSINE', { mode: 'ATELIER_COSINE' }),
  meaning('ATELIER_COSINE, reranked by words', { mode: 'ATELIER_COSINE', rerank }),
  meaning('HYBRID (AUTO)', { mode: 'AUTO' }),
  meaning('HYBRID, words count 0.7', { mode: 'HYBRID', options: { lexicalWeight: 0.7 } }),
  meaning('HYBRID, reranked by words', { mode: 'HYBRID', rerank }),
  meaning('MULTI_QUERY', { mode: 'MULTI_QUERY' }),
  meaning('PARENT_CHILD', { mode: 'PARENT_CHILD' }),
  meaning('CONTEXTUAL_COMPRESSION', { mode: 'CONTEXTUAL_COMPRESSION' }),
  meaning('TIME_WEIGHTED', { mode: 'TIME_WEIGHTED' }),
];
