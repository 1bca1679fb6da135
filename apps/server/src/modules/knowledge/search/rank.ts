import type { StageScores } from '@atelier/contracts';
import { fuse } from '@atelier/retrieval';

export type UsedMode = 'BM25' | 'VECTOR' | 'HYBRID';

/** What a stage found; scores in 0..1. */
export type StageHit = { id: string; score: number };

export interface Stages {
  bm25: readonly StageHit[];
  vector: readonly StageHit[];
}

export interface RankedHit {
  id: string;
  score: number;
  stages: StageScores;
}

const noStages: StageScores = {
  bm25: null,
  vector: null,
  summary: null,
  graph: null,
  fused: null,
  recency: null,
  rerank: null,
};

const byScore = (a: StageHit, b: StageHit): number => b.score - a.score || (a.id < b.id ? -1 : 1);

/** One ranking of the hits of several indexes. */
export const mergeHits = (lists: readonly (readonly StageHit[])[]): StageHit[] => lists.flat().sort(byScore);

/**
 * Orders what the stages found. The threshold applies to each stage's own score, because a fused score only says who
 * comes first (RETRIEVE-02).
 */
export const rank = (
  mode: UsedMode,
  found: Stages,
  { topK, scoreThreshold }: { topK: number; scoreThreshold: number },
): RankedHit[] => {
  const bm25 = found.bm25.filter(({ score }) => score >= scoreThreshold);
  const vector = found.vector.filter(({ score }) => score >= scoreThreshold);
  const scoreIn = (hits: readonly StageHit[]) => new Map(hits.map(({ id, score }) => [id, score]));
  const scores = { bm25: scoreIn(bm25), vector: scoreIn(vector) };
  const describe = (id: string, score: number, fused: number | null): RankedHit => ({
    id,
    score,
    stages: { ...noStages, bm25: scores.bm25.get(id) ?? null, vector: scores.vector.get(id) ?? null, fused },
  });
  if (mode !== 'HYBRID') {
    const only = mode === 'BM25' ? bm25 : vector;
    return only.slice(0, topK).map(({ id, score }) => describe(id, score, null));
  }
  const fused = fuse([
    { weight: 1, hits: bm25 },
    { weight: 1, hits: vector },
  ]);
  return fused.slice(0, topK).map(({ id, score }) => describe(id, score, score));
};
