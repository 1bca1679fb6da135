import type {
  LossStage,
  RetrievalExplanation,
} from '@atelier/contracts/content/retrieval/retrieval-explanation';
import { stageNames } from './retrieval-words.ts';

/** The stages of a search in the order in which a chunk can be lost. */
export const explainedStages: Record<LossStage, string> = {
  IMPORT: 'Import',
  PARSE: 'Reading',
  CHUNK: 'Cutting',
  STATE: 'Index',
  FILTER: 'Filter',
  RANK: 'Ranking',
  THRESHOLD: 'Threshold',
  RERANK: 'Reranking',
  CONTEXT: 'Cut',
};

type Rank = RetrievalExplanation['ranks'][number];

/** Formats the rank of a chunk: "Words: place 12 of 340, score 0.21". */
export const rankWords = ({ stage, rank, of, score }: Rank): string => {
  const name = stage === 'final' ? 'In the end' : stageNames[stage];
  if (rank === null) return `${name}: not among ${of}`;
  return `${name}: place ${rank} of ${of}${score === null ? '' : `, score ${score.toFixed(2)}`}`;
};
