import type { Ctx } from '../../../../kernel/context/context.ts';
import type { InputOf } from '../../../../kernel/context/define-job.ts';
import { giveResult } from '../../chat/index.ts';
import { type giveJob, orderGiving } from '../engine/record-order.ts';
import { costOfRecord } from '../records/read-parts.ts';
import { recordRepository } from '../records/repository.ts';
import type { RecordRow } from '../tables.ts';

const pauseMs = 1000;
/** The number of looks after which a process that cannot be seen counts as dead. One that only lost its connection has it back by then. */
const looksUntilLost = 3;

const endedWithout =
  'The work on this question was ended without an answer. Please ask again, or tell the owner of this app.';
const failed =
  'The work on this question has failed, so there is no answer yet. Please ask again later, or tell the owner of this app.';

const toAnswerText = (record: RecordRow | undefined): string => {
  if (record?.status === 'COMPLETED') return record.outputText;
  return record?.status === 'ERRORED' ? failed : endedWithout;
};

/**
 * Tells the end of a record in the conversation that asked for it, unless the process that wrote the answer has told it. Repeats itself while
 * that process still writes.
 */
export const giveAnswer = async (
  ctx: Ctx,
  { recordId, queryId, missing }: InputOf<typeof giveJob>,
): Promise<void> => {
  const { record, microCredits } = await ctx.tx(async (tx) => {
    const found = await recordRepository.find(tx.db, recordId);
    return { record: found, microCredits: found ? await costOfRecord(tx.db, found) : 0 };
  });
  // Somebody has the failed activity done again; its end is told instead.
  if (record?.status === 'PENDING') return;
  const outcome = await giveResult(ctx, {
    ...{ queryId, from: recordId },
    rest: { text: toAnswerText(record), citations: [], microCredits },
    isResult: record?.status !== 'ERRORED',
    isLost: missing >= looksUntilLost,
  });
  if (outcome === 'DONE') return;
  const runAt = new Date(ctx.now().getTime() + pauseMs);
  const next = { recordId, queryId, missing: outcome === 'MISSING' ? missing + 1 : 0, runAt };
  await ctx.tx((tx) => orderGiving(tx, next));
};
