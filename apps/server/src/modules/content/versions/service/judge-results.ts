import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import type { IndexComparison } from '@atelier/contracts/content/versions/index-versions';
import type { SavedQuestionRow } from '../../retrieval/index.ts';
import { isSameChunk } from '../same-chunk.ts';

type Compared = IndexComparison['questions'][number];
type Finding = Compared['active'];

/** Finds the expected chunks of a question among results. */
export const judge = (
  results: readonly RetrievalResult[],
  { expected }: Pick<SavedQuestionRow, 'expected'>,
): Finding => {
  const first = results.findIndex((result) => expected.some((each) => isSameChunk(result, each)));
  return {
    rank: first === -1 ? null : first + 1,
    found: expected.filter((each) => results.some((result) => isSameChunk(result, each))).length,
  };
};

/** Compares two results: more expected chunks are better and, with equal numbers, better ranks. */
export const differenceOf = (active: Finding, candidate: Finding): Compared['difference'] => {
  const worst = Number.POSITIVE_INFINITY;
  const by = candidate.found - active.found || (active.rank ?? worst) - (candidate.rank ?? worst) || 0;
  if (by > 0) return 'BETTER';
  return by < 0 ? 'WORSE' : 'SAME';
};

/** Returns the means over questions, of which there is one at least. */
export const scoreOf = <Q extends Pick<Compared, 'expected'>>(
  questions: readonly Q[],
  of: (question: Q) => Finding,
) => {
  const mean = (value: (question: Q) => number) =>
    questions.reduce((sum, question) => sum + value(question), 0) / questions.length;
  return {
    recall: mean((question) => of(question).found / question.expected),
    mrr: mean((question) => 1 / (of(question).rank ?? Number.POSITIVE_INFINITY)),
  };
};
