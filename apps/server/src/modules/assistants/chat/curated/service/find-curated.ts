import { longestCuratedQuestion } from '@atelier/contracts/assistants/chat/curated-answers';
import { defineMemory } from '../../../../../kernel/cache/remembered.ts';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { type Asked, curatedRepository } from '../repository.ts';
import { type ComparedQuestion, compared, isSameQuestion } from '../same-question.ts';

interface Known {
  id: string;
  /** The wording that was written, for the trace. */
  wording: string;
  question: ComparedQuestion;
}

const knownQuestions = defineMemory<Known[]>({ name: 'chat.curated-questions', most: 500 });

const knownOf = (rows: readonly Asked[]): Known[] =>
  rows.flatMap(({ id, question, wordings }) =>
    [question, ...wordings].map((wording) => ({ id, wording, question: compared(wording) })),
  );

const findIn = (known: readonly Known[], text: string): Known | undefined => {
  if (known.length === 0 || text.length > longestCuratedQuestion) return undefined;
  const asked = compared(text);
  return known.find(({ question }) => isSameQuestion(question, asked));
};

/** Finds the curated answer that a question to an app gets, with the wording that it was written for. */
export const findCurated = async (
  tx: TxCtx,
  appId: string,
  text: string,
): Promise<{ id: string; wording: string } | undefined> => {
  const load = async () => knownOf(await curatedRepository.questionsOf(tx.db, appId, { onlyActive: true }));
  return findIn(await tx.remember(knownQuestions, appId, load), text);
};

/** Finds another curated answer of the app for one of these questions, whether it is switched on or not. */
export const findTaken = async (
  tx: TxCtx,
  { appId, id, questions }: { appId: string; id: string | undefined; questions: readonly string[] },
): Promise<string | undefined> => {
  const rows = await curatedRepository.questionsOf(tx.db, appId, { onlyActive: false });
  const known = knownOf(rows.filter((row) => row.id !== id));
  return questions.map((question) => findIn(known, question)?.id).find((found) => found !== undefined);
};
