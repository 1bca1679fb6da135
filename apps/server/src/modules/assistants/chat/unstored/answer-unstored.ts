import type { TextMessage } from '@atelier/models';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { type Answering, prepareDraftForChat } from '../../apps/index.ts';
import { blankOutcome, write } from '../service/answer-question.ts';
import type { Outcome } from '../service/store-message.ts';
import { beginUnstored, settleUnstored, type UnstoredAnswer } from './unstored-answer.ts';

export interface TestOrder {
  appId: string;
  settings: Parameters<typeof prepareDraftForChat>[2];
  text: string;
  /** The conversation before the question; empty by default. */
  history?: TextMessage[];
  /** Given for the questions of a test. */
  rehearsal?: Answering.Rehearsal;
  /** Gets each piece of the answer as it is written. */
  onText?: (text: string) => Promise<unknown>;
}

/** Writes a whole answer that nobody has paid for yet. A failure is charged at once and thrown. */
export const answerUnstored = async (
  ctx: Ctx,
  { appId, settings, text, history = [], rehearsal, onText }: TestOrder,
  signal: AbortSignal,
): Promise<{ begun: UnstoredAnswer; outcome: Outcome }> => {
  const open: (tx: TxCtx) => Promise<Answering.AnsweredBy> = await prepareDraftForChat(ctx, appId, settings);
  const isFirst = history.length === 0;
  const begun = await beginUnstored(ctx, { open, text, isFirst, mayBeCurated: true, rehearsal });
  const { queryId, plan } = begun;
  const outcome = blankOutcome();
  const place = { queryId, conversationId: newId('cnv'), history, plan, signal };
  try {
    for await (const event of write(ctx, place, outcome)) {
      signal.throwIfAborted();
      if (event.type === 'token') await onText?.(event.text);
    }
    signal.throwIfAborted();
  } catch (error) {
    await settleUnstored(ctx, begun, signal);
    throw error;
  }
  return { begun, outcome };
};
