import type { Trace, trial } from '@atelier/contracts/assistants/chat/trial';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { prepareDraftForChat } from '../../../apps/index.ts';
import { toHistory } from '../../service/answer-question.ts';
import { type AnswerEvent, blankOutcome, type Outcome, write } from '../../service/outcome.ts';
import { beginUnstored, settleUnstored, type UnstoredAnswer } from '../../unstored/unstored-answer.ts';

export type TrialOrder = RequestOf<(typeof trial.endpoints)['tryApp']>['body'];

export type TrialEvent =
  | Exclude<AnswerEvent, { type: 'start' | 'done' }>
  | { type: 'trace'; trace: Trace }
  | { type: 'done'; status: Outcome['status'] };

/** Holds the credits of the draft's answer. */
const begin = async (
  ctx: Ctx,
  { appId, settings, query: text, history }: TrialOrder,
): Promise<UnstoredAnswer> => {
  const findDraft = await prepareDraftForChat(ctx, appId, settings);
  return beginUnstored(ctx, {
    open: async (tx) => {
      const app = await findDraft(tx);
      await tx.audit('apps.tried', appId);
      return app;
    },
    text,
    isFirst: history.length === 0,
    mayBeCurated: true,
  });
};

/**
 * Answers a question with settings that are not stored, and keeps nothing of it but its cost. Throws what a draft of `prepareDraftForChat` and
 * `holdCredits` throw.
 */
export async function* tryApp(ctx: Ctx, order: TrialOrder, signal: AbortSignal): AsyncIterable<TrialEvent> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  const begun = await begin(ctx, order);
  const { queryId, plan } = begun;
  const outcome = blankOutcome();
  const place = { queryId, conversationId: newId('cnv'), history: toHistory(order.history), plan, signal };
  let firstTextMs: number | null = null;
  let usage: Trace['usage'];
  try {
    for await (const event of write(ctx, place, outcome)) {
      if (event.type === 'token') firstTextMs ??= elapsed();
      if (event.type !== 'start' && event.type !== 'done') yield event;
    }
  } finally {
    // This is also reached when the builder has left.
    usage = await settleUnstored(ctx, begun, signal);
  }
  const { modelId } = plan;
  yield { type: 'trace', trace: { modelId, steps: outcome.steps, firstTextMs, totalMs: elapsed(), usage } };
  yield { type: 'done', status: outcome.status };
}
