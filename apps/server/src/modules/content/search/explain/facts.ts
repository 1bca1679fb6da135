import type { ImportStatus } from '@atelier/contracts/content/bases/import-shapes';
import type { RetrievalExplanation } from '@atelier/contracts/content/retrieval/retrieval-explanation';
import type { FilterCondition } from '@atelier/contracts/content/retrieval/retrieval-filter';
import type { RetrievalMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { RunCause } from '../../../../kernel/runs/index.ts';

export type StageRank = RetrievalExplanation['ranks'][number];

/** The facts about the document that was expected. */
export interface DocumentFacts {
  importId: string;
  name: string;
  status: ImportStatus;
  /** The cause, if the import failed. */
  cause: RunCause | null;
  hasText: boolean;
  /** True when the document's text contains the expected words; null when none were given. */
  holdsWords: boolean | null;
  isEnabled: boolean;
  isPublished: boolean;
  failing: readonly FilterCondition[];
}

/** The facts about a chunk in each stage of a search; undefined for stages that the search did not reach. */
export interface RankFacts {
  /** The rank and score in each full ranking. */
  ranks: readonly StageRank[];
  /** The number of candidates of each ranking. */
  depth: number;
  /** The best score of any stage, before the threshold is applied. */
  bestScore: number | null;
  /** The rank after fusion, counted from 1; null when the chunk is not among the candidates. */
  fusedRank: number | null;
  /** The rank after fusion with the largest possible topK; null when the chunk is not a candidate even then. */
  rankAtMost: number | null;
  /** The number of candidates that are reranked. */
  pool: number;
  /** The rank after reranking; null when the chunk was not reranked. */
  rerankedRank: number | null;
  /** The chunk's fate in the context of an answer; null when it was not among the first topK. */
  context: 'KEPT' | 'DUPLICATE' | 'BUDGET' | null;
}

export interface Facts {
  document: DocumentFacts | undefined;
  chunk: RetrievalExplanation['chunk'];
  ranking: RankFacts | undefined;
  settings: { mode: RetrievalMode; topK: number; scoreThreshold: number; isReranked: boolean };
  /** True when the knowledge base has vectors. */
  hasVectors: boolean;
  contextTokens: number;
}
