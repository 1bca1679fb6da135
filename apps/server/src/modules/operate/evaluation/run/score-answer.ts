import type { ScoredBy } from '@atelier/contracts/operate/evaluation/evaluation-shapes';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { askRecorded, resolveChatModel } from '../../../content/models/index.ts';
import { compareWords } from '../scoring/compare-words.ts';
import { buildJudgePrompt, readJudgement } from '../scoring/judge-prompt.ts';

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
