import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { toCredits } from '../../../../../kernel/base/credits.ts';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { chatRepository } from '../../repository.ts';
import type { MessageRow } from '../../tables.ts';

/** The rest of an answer, whose markers and citations are numbered from 1. */
export interface RestOfAnswer {
  text: string;
  citations: readonly Citation[];
  /** The cost of the whole answer. */
  microCredits: number;
}

/** The live topic on which the id of an answer is told whose rest, or a part of it, has come. */
export const restTopic = 'chat.rest';

/**
 * Says that a run will add the rest of an answer that is being written, or with null that its writer gives it after all. Returns false when
 * the answer is not stored.
 */
export const leaveAnswer = (tx: TxCtx, queryId: string, runId: string | null): Promise<boolean> =>
  chatRepository.leaveToRun(tx.db, queryId, runId);

/** Returns an answer with its rest, whose numbers follow those before it. */
export const joined = (
  { answer, citations }: Pick<MessageRow, 'answer' | 'citations'>,
  rest: RestOfAnswer,
): Pick<MessageRow, 'answer' | 'citations'> => {
  const before = Math.max(0, ...citations.map(({ index }) => index));
  const start = answer === '' ? '' : `${answer}\n\n`;
  const moved = new Map<number, number>();
  let grown = start.length;
  const text = rest.text.replace(/\[(\d{1,4})\]/g, (mark, number: string, at: number) => {
    const renumbered = `[${Number(number) + before}]`;
    moved.set(at, at + grown);
    grown += renumbered.length - mark.length;
    return renumbered;
  });
  const added = rest.citations.map((citation) => ({
    ...citation,
    index: citation.index + before,
    ...(citation.markAt === undefined ? {} : { markAt: moved.get(citation.markAt) ?? citation.markAt }),
  }));
  return { answer: start + text, citations: [...citations, ...added] };
};

/** True when the rest of an answer was left to this run. */
export const isLeftTo = async (tx: TxCtx, queryId: string, runId: string): Promise<boolean> =>
  (await chatRepository.findMessage(tx.db, queryId))?.awaitedRunId === runId;

/**
 * Adds the rest to an answer that was left to this run. NOT_LEFT: its writer gives it to the reader. STREAMING: its first part is not stored
 * yet, so the call has to be repeated.
 */
export const continueAnswer = async (
  tx: TxCtx,
  { queryId, runId, rest }: { queryId: string; runId: string; rest: RestOfAnswer },
): Promise<'CONTINUED' | 'NOT_LEFT' | 'STREAMING'> => {
  const row = await chatRepository.lockMessage(tx.db, queryId);
  if (row?.awaitedRunId !== runId) return 'NOT_LEFT';
  if (row.status === 'STREAMING') return 'STREAMING';
  await chatRepository.addToAnswer(tx.db, queryId, {
    ...joined(row, rest),
    awaitedRunId: null,
    credits: Math.max(row.credits, toCredits(rest.microCredits)),
  });
  await tx.signal(restTopic, queryId);
  return 'CONTINUED';
};
