import {
  type CuratedSource,
  longestCuratedQuestion,
} from '@atelier/contracts/assistants/chat/curated-answers';
import { defineMemory } from '../../../../../kernel/cache/define-memory.ts';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import type { AnsweredBy, AnswerOrder, AnswerPart, AnswerPlan, Writing } from '../../../apps/declarations.ts';
import { createCiter } from '../../cite.ts';
import { stopwatch } from '../../stopwatch.ts';
import type { CuratedRow } from '../../tables.ts';
import { type Asked, curatedRepository } from '../repository.ts';
import { type ComparedQuestion, compared, isSameQuestion } from '../same-question.ts';

interface Known {
  id: string;
  /** The wording that was written, for the trace. */
  wording: string;
  question: ComparedQuestion;
}

const knownQuestions = defineMemory<Known[]>({ name: 'chat.curated-questions', most: 500 });

const toKnownQuestions = (rows: readonly Asked[]): Known[] =>
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
  const load = async () =>
    toKnownQuestions(await curatedRepository.listQuestions(tx.db, appId, { onlyActive: true }));
  return findIn(await tx.remember(knownQuestions, appId, load), text);
};

/** Finds another curated answer of the app for one of these questions, whether it is switched on or not. */
export const findTaken = async (
  tx: TxCtx,
  { appId, id, questions }: { appId: string; id: string | undefined; questions: readonly string[] },
): Promise<string | undefined> => {
  const rows = await curatedRepository.listQuestions(tx.db, appId, { onlyActive: false });
  const known = toKnownQuestions(rows.filter((row) => row.id !== id));
  return questions.map((question) => findIn(known, question)?.id).find((found) => found !== undefined);
};

/** Yields the answer with its sources. The mark of a source that is no longer there is removed. */
function* parts({ answer, sources }: CuratedRow, areFound: readonly boolean[]): Iterable<AnswerPart> {
  yield { type: 'form', answerKind: 'ANSWER', wordings: [], origin: 'PERSON' };
  const kept: CuratedSource[] = [];
  for (const [at, source] of sources.entries()) if (areFound[at]) kept[at] = source;
  const citer = createCiter(kept, (source, { index, markAt }) => ({ ...source, index, markAt }));
  yield* citer.push(answer);
  yield* citer.end();
}

interface Found {
  row: CuratedRow;
  wording: string;
}

async function* write(
  { ctx, trace, remember }: Writing,
  { found, app, question }: { found: Found; app: AnsweredBy; question: string },
): AsyncIterable<AnswerPart> {
  const elapsed = stopwatch();
  const { row, wording } = found;
  const areFound = await ctx.tx(async ({ db }) => {
    await curatedRepository.countUse(db, row.id);
    return curatedRepository.areFound(db, row.sources, app.knowledgeBaseIds);
  });
  const left = areFound.filter((isFound) => !isFound).length;
  const without =
    left === 0 ? '' : ` Left out, because they changed since: ${left} of ${areFound.length} sources.`;
  trace({
    kind: 'STEP',
    durationMs: elapsed(),
    title: 'Curated answer',
    status: 'SUCCEEDED',
    detail: `A person wrote this answer for “${wording}”, which asks the same in nearly the same words. Nothing was searched, and no model was asked.${without}`,
  });
  remember({ query: question, mode: 'CURATED', found: [] });
  yield* parts(row, areFound);
}

/** Returns the plan of the answer that a person wrote for this question; undefined where nobody did. It costs nothing. */
export const planCurated = async (
  tx: TxCtx,
  { app, text }: Pick<AnswerOrder, 'app' | 'text'>,
): Promise<AnswerPlan | undefined> => {
  const known = app.appId === null ? undefined : await findCurated(tx, app.appId, text);
  const row = known && (await curatedRepository.find(tx.db, known.id));
  if (known === undefined || row === undefined) return undefined;
  return {
    modelId: 'atelier/curated',
    hold: { amount: 0 },
    write: (writing) => write(writing, { found: { row, wording: known.wording }, app, question: text }),
    used: () => ({ inputTokens: 0, outputTokens: 0, cost: 0 }),
  };
};
