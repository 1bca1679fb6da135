import type { ScoredBy } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import { analyze } from '@atelier/retrieval/text';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { askRecorded, resolveChatModel } from '../../../content/models/index.ts';
import { buildJudgePrompt, readJudgement } from '../scoring/judge-prompt.ts';

/** Longer answers are compared by their beginning, so that a comparison takes a few milliseconds. */
const longest = 8000;
/** A figure counts as much as this many words, because a wrong figure makes an answer wrong. */
const figureWeight = 4;
/** A missing word of the correct answer counts this many times as much as a further one of the bot. */
const beta = 3;

const figure = /\p{N}+(?:[.,]\p{N}+)*/gu;
const citation = /\[\d+\]/g;
const plain = (figures: string) => figures.replaceAll(/[.,](?=\p{N}{3}\b)/gu, '').replace(',', '.');

/** Returns the different words and figures of a text with their weights. */
const weighTerms = (text: string): Map<string, number> => {
  const shown = text.slice(0, longest).replaceAll(citation, ' ');
  const figures = Array.from(shown.matchAll(figure), ([found]) => plain(found));
  const words = analyze(shown.replaceAll(figure, ' '));
  return new Map([
    ...words.map((word): [string, number] => [word, 1]),
    ...figures.map((each): [string, number] => [each, figureWeight]),
  ]);
};

const weigh = (terms: Iterable<[string, number]>): number => {
  let sum = 0;
  for (const [, weight] of terms) sum += weight;
  return sum;
};

/**
 * Returns how far an answer agrees with the correct one, from 0 to 100: the F-measure of their words without endings and stop words, in
 * which figures weigh more, and what is missing more than what is added.
 */
export const compareWords = (answer: string, correctAnswer: string): number => {
  const given = weighTerms(answer);
  const expected = weighTerms(correctAnswer);
  const common = weigh([...expected].filter(([term]) => given.has(term)));
  if (common === 0) return 0;
  const precision = common / weigh(given);
  const recall = common / weigh(expected);
  const weighted = beta * beta;
  return Math.round((100 * (1 + weighted) * precision * recall) / (weighted * precision + recall));
};

export interface Score {
  accuracy: number;
  scoredBy: ScoredBy;
}

interface Scored {
  /** The app that pays; null for an agent. */
  appId: string | null;
  /** Makes the names of the recorded steps different. */
  place: string;
  question: string;
  correctAnswer: string;
  answer: string;
}

/** Scores an answer with the default model of the company, or by its words where there is none or its reply cannot be read. */
export const scoreAnswer = async (run: RunContext, { appId, place, ...scored }: Scored): Promise<Score> => {
  const byWords: Score = {
    accuracy: compareWords(scored.answer, scored.correctAnswer),
    scoredBy: 'WORDS',
  };
  const isJudged = await run.step(
    `judge ${place}`,
    async () => !(await resolveChatModel(run.ctx, null)).extractive,
  );
  if (!isJudged || scored.answer === '') return byWords;
  const reply = await askRecorded(run, {
    names: { reply: `score ${place}`, payment: `pay score ${place}` },
    modelId: null,
    request: buildJudgePrompt(scored),
    record: ({ text }) => text,
    reference: `test ${run.runId}`,
    appId: appId ?? undefined,
  });
  const accuracy = readJudgement(reply);
  return accuracy === undefined ? byWords : { accuracy, scoredBy: 'MODEL' };
};
