import { toCredits } from '../../../../../kernel/base/credits.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { chatRepository } from '../../repository.ts';
import type { MessageRow } from '../../tables.ts';
import { settleLostAnswer } from '../answer-question.ts';
import { joined, type RestOfAnswer, restTopic } from './continue-answer.ts';

/** The result for an answer that was left to it. */
export interface Given {
  queryId: string;
  /** The run or record to which the answer was left. */
  from: string;
  rest: RestOfAnswer;
  /** False for a text that says why there is no result: it is told once, and a result may still follow. */
  isResult: boolean;
  /** True once the process that writes the answer was missing so often that it counts as dead. */
  isLost: boolean;
}

/** WRITTEN: a process writes the answer. MISSING: that process cannot be seen. Both times the call has to be repeated. */
type Outcome = 'DONE' | 'WRITTEN' | 'MISSING';

/** True when the reader knows it already, because the process that wrote the answer has given it. */
const isTold = ({ status, answer }: MessageRow, { rest, isResult }: Given): boolean =>
  isResult ? status === 'COMPLETED' && answer.trimEnd().endsWith(rest.text.trim()) : status === 'FAILED';

const give = async (tx: TxCtx, row: MessageRow, given: Given): Promise<void> => {
  const { db } = tx;
  const { queryId, from, rest, isResult } = given;
  if (!isTold(row, given))
    await chatRepository.addToAnswer(db, queryId, {
      ...joined(row, rest),
      credits: Math.max(row.credits, toCredits(rest.microCredits)),
      awaitedRunId: isResult ? null : from,
    });
  else if (isResult) await chatRepository.forgetRest(db, queryId);
  await tx.signal(restTopic, queryId);
};

const look = (ctx: Ctx, given: Given): Promise<Outcome | { lost: MessageRow; appId: string }> =>
  ctx.tx(async (tx) => {
    const row = await chatRepository.lockMessage(tx.db, given.queryId);
    if (row?.awaitedRunId !== given.from) return 'DONE';
    if (row.status !== 'STREAMING') {
      await give(tx, row, given);
      return 'DONE';
    }
    if (await chatRepository.hasWriter(tx.db, row)) return 'WRITTEN';
    const appId = await chatRepository.findAppId(tx.db, row.conversationId);
    return given.isLost && appId !== undefined ? { lost: row, appId } : 'MISSING';
  });

/** Gives a result to an answer that was left to it, also when the process that wrote the answer was killed meanwhile. May be repeated. */
export const giveResult = async (ctx: Ctx, given: Given): Promise<Outcome> => {
  const looked = await look(ctx, given);
  if (typeof looked === 'string') return looked;
  await settleLostAnswer(ctx, looked.appId, looked.lost);
  const again = await look(ctx, given);
  return typeof again === 'string' ? again : 'MISSING';
};
