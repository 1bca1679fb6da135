import type { Collection, Question } from '../collections.ts';
import { type Answered, type Estimate, estimate, ndcgAt, recallAt, reciprocalRankAt } from '../scores.ts';
import type { Run } from './ask-product.ts';
import { baseline } from './retrievers.ts';

const figures = 3;

const shown = ({ mean, low, high }: Estimate): string =>
  `${mean.toFixed(figures)} (${low.toFixed(figures)}–${high.toFixed(figures)})`;

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(figures)}`;

/** Formats the difference to the baseline, computed question by question. It is bold where chance does not explain it. */
const difference = (run: Run, base: Run, score: (answer: Answered) => number): string => {
  if (run.name === base.name) return '';
  const gains = run.answers.map((answer, at) => {
    const other = base.answers[at];
    return score(answer) - (other ? score(other) : 0);
  });
  const { mean, low, high } = estimate(gains);
  const text = `${signed(mean)} (${signed(low)} to ${signed(high)})`;
  return low > 0 || high < 0 ? `**${text}**` : text;
};

const reciprocalRank = (answer: Answered): number => reciprocalRankAt(10, answer);
const ndcg = (answer: Answered): number => ndcgAt(10, answer);

/** The order of the parts of a document tells nothing, so that such sets have no nDCG. */
const ndcgCells = (run: Run, base: Run): [string, string] =>
  run.answers.some(({ coverage }) => coverage !== undefined)
    ? ['–', '']
    : [estimate(run.answers.map(ndcg)).mean.toFixed(figures), difference(run, base, ndcg)];

const rowOf = (run: Run, base: Run): string => {
  const cells = [
    run.name,
    shown(estimate(run.answers.map((answer) => answer.coverage ?? recallAt(5, answer)))),
    shown(estimate(run.answers.map(reciprocalRank))),
    difference(run, base, reciprocalRank),
    ...ndcgCells(run, base),
  ];
  return `| ${cells.join(' | ')} |`;
};

/** Returns the highest possible recall@5, which may be below 1 because a question may have more than five relevant documents. */
const bestRecall = (questions: readonly Question[]): number => {
  const best = questions.map(({ relevant }) => Math.min(5, relevant.size) / relevant.size);
  return best.reduce((sum, value) => sum + value, 0) / best.length;
};

export const tableOf = (
  { documents }: Collection,
  { questions, runs, part }: { questions: readonly Question[]; runs: readonly Run[]; part: string },
): string => {
  const base = runs.find(({ name }) => name === baseline);
  if (!base) throw new Error(`${baseline} was not measured.`);
  const ceiling = questions.some(({ spans }) => spans) ? 1 : bestRecall(questions);
  return [
    `${documents.length} documents, ${questions.length} questions (${part}). Recall@5 can be ${ceiling.toFixed(figures)} at best.`,
    '',
    '| retriever | recall@5 | MRR@10 | against BM25 | nDCG@10 | against BM25 |',
    '| --- | --- | --- | --- | ---: | --- |',
    ...runs.map((run) => rowOf(run, base)),
  ].join('\n');
};
