import type { StageName, StageScores } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { fuseScores } from '@atelier/retrieval/ranking';

/** A hit of one stage. Scores lie between 0 and 1. */
export type StageHit = { id: string; score: number };

/** One ranking of one stage for one of the questions. */
export interface StageList {
  stage: Extract<StageName, 'bm25' | 'vector' | 'summary' | 'graph'>;
  weight: number;
  hits: readonly StageHit[];
  /** The highest possible score of a chunk that the ranking does not contain, if the ranking itself does not show it. */
  floor?: number;
}

export interface RankedHit {
  id: string;
  score: number;
  stages: StageScores;
}

export const noStages: StageScores = {
  bm25: null,
  vector: null,
  summary: null,
  graph: null,
  fused: null,
  recency: null,
  rerank: null,
};

const byScore = (a: StageHit, b: StageHit): number => b.score - a.score || (a.id < b.id ? -1 : 1);

/** Merges the hits of several indexes into one ranking. */
export const mergeHits = (lists: readonly (readonly StageHit[])[]): StageHit[] => lists.flat().sort(byScore);

/** Returns the best score that each stage gave to each chunk. */
const scoresOf = (lists: readonly StageList[]): Map<string, StageScores> => {
  const scores = new Map<string, StageScores>();
  for (const { stage, hits } of lists) {
    for (const { id, score } of hits) {
      const known = scores.get(id) ?? { ...noStages };
      known[stage] = Math.max(known[stage] ?? 0, score);
      scores.set(id, known);
    }
  }
  return scores;
};

/**
 * Returns the score assumed for a chunk that a ranking does not contain. For words it is 0. The lowest similarity of two
 * texts depends on the embedding model, so for vectors it is the last score of the ranking.
 */
const floorOf = ({ stage, hits, floor }: StageList): number =>
  floor ?? (stage === 'vector' ? (hits.at(-1)?.score ?? 0) : 0);

/**
 * Orders the hits of all stages. The threshold applies to each stage's own score, because a fused score only gives an order
 * (RETRIEVE-02). A single ranking keeps its scores.
 */
export const rank = (
  found: readonly StageList[],
  { scoreThreshold }: { scoreThreshold: number },
): RankedHit[] => {
  const lists = found
    .filter(({ weight }) => weight > 0)
    .map((list) => ({ ...list, hits: list.hits.filter(({ score }) => score >= scoreThreshold) }));
  const scores = scoresOf(lists);
  const [only, ...more] = lists;
  if (only && more.length === 0) {
    return only.hits.map(({ id, score }) => ({ id, score, stages: scores.get(id) ?? noStages }));
  }
  return fuseScores(lists.map((list) => ({ ...list, floor: floorOf(list) }))).map(({ id, score }) => ({
    id,
    score,
    stages: { ...(scores.get(id) ?? noStages), fused: score },
  }));
};
