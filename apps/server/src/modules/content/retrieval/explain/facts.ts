import type { ImportStatus } from '@atelier/contracts/content/bases/import-shapes';
import type { RetrievalExplanation } from '@atelier/contracts/content/retrieval/retrieval-explanation';
import type { FilterCondition } from '@atelier/contracts/content/retrieval/retrieval-filter';
import type { RetrievalMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { RunCause } from '../../../../kernel/runs/index.ts';

export type StageRank = RetrievalExplanation['ranks'][number];

/** What is known of the document that was expected. */
export interface DocumentFacts {
  importId: string;
  name: string;
  status: ImportStatus;
  /** Why it failed, if it did. */
  cause: RunCause | null;
  hasText: boolean;
  /** Whether the expected words stand in its text; null when none were named. */
  holdsWords: boolean | null;
  isEnabled: boolean;
  isPublished: boolean;
  failing: readonly FilterCondition[];
}

/** What is known of the way of a chunk through a search; undefined where the search did not come so far. */
export interface RankFacts {
  /** Place and score in each full ranking. */
  ranks: readonly StageRank[];
  /** Candidates that each ranking gives. */
  depth: number;
  /** The best score that a stage gave, before the threshold. */
  bestScore: number | null;
  /** The rank after everything was put together, from 1; null when it is not among the candidates. */
  fusedRank: number | null;
  /** The rank that it would have if as many chunks as can be were taken; null when it is no candidate then either. */
  rankAtMost: number | null;
  /** How many of the best are looked at again. */
  pool: number;
  /** The rank after the reranking; null without one, or when it was not looked at. */
  rerankedRank: number | null;
  /** What became of it when the context of an answer was filled; null when it was not among the first topK. */
  context: 'KEPT' | 'DUPLICATE' | 'BUDGET' | null;
}

export interface Facts {
  document: DocumentFacts | undefined;
  chunk: RetrievalExplanation['chunk'];
  ranking: RankFacts | undefined;
  settings: { mode: RetrievalMode; topK: number; scoreThreshold: number; isReranked: boolean };
  /** Whether meanings can be compared in this knowledge base. */
  hasVectors: boolean;
  contextTokens: number;
}
