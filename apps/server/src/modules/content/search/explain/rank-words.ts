import type { RetrievalMode } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { RankFacts, StageRank } from './facts.ts';

export const scoreInWords = (score: number): string => score.toFixed(3);

const rankingNames: Record<StageRank['stage'], string> = {
  bm25: 'by words',
  vector: 'by meaning',
  summary: 'by summaries',
  graph: 'by the graph',
  fused: 'together',
  recency: 'by newness',
  rerank: 'reranked',
  final: 'in the end',
};

/** Describes all ranks, such as "by words at rank 74 of 484 (0.437), by meaning at rank 52 of 490 (0.174)". */
export const ranksInWords = ({ ranks }: RankFacts): string =>
  ranks
    .filter(({ rank, stage }) => rank !== null && stage !== 'final')
    .map(
      ({ stage, rank, of, score }) =>
        `${rankingNames[stage]} at rank ${rank} of ${of}${score === null ? '' : ` (${scoreInWords(score)})`}`,
    )
    .join(', ');

/** Explains why no ranking contains the chunk. */
export const noWayInWords = (hasVectors: boolean, mode: RetrievalMode): string => {
  if (!hasVectors)
    return 'It shares no word with the question, and without an embedding model only words are compared.';
  if (mode === 'BM25') return 'It shares no word with the question, and this retriever compares words only.';
  return 'Nothing in the question leads to it, neither its words nor its meaning.';
};
