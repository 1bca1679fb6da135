import type { Trace, trial } from '@atelier/contracts/build/chat/trial';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { holdCredits, settleHold, type Work } from '../../../../money/billing/index.ts';
import { type Answering, findDraftForChat, prepareAnswer } from '../../../apps/index.ts';
import { type AnswerEvent, blankOutcome, write } from '../../service/answer-question.ts';
import { historyOf, type Outcome } from '../../service/store-message.ts';

export type TrialOrder = RequestOf<(typeof trial.endpoints)['tryApp']>['body'];

export type TrialEvent =
  | Exclude<AnswerEvent, { type: 'start' | 'done' }>
  | { type: 'trace'; trace: Trace }
  | { type: 'done'; status: Outcome['status'] };

interface Begun {
  queryId: string;
  plan: Answering.AnswerPlan;
  work: Work;
  holdId: string | null;
}

/** Reads the draft and holds the credits of its answer, before anything is paid for. */
const begin = async (ctx: Ctx, { appId, settings, query: text, history }: TrialOrder): Promise<Begun> => {
  const planAnswer = await prepareAnswer(ctx);
  return ctx.tx(async (tx) => {
    const app = await findDraftForChat(tx, appId, settings);
    const plan = await planAnswer(tx, { app, text, isFirst: history.length === 0 });
    const queryId = newId('qry');
    const work = { kind: 'ANSWER' as const, reference: queryId, appId, modelId: plan.modelId };
    await tx.audit('apps.tried', appId);
    const { holdId } = await holdCredits(tx, { ...work, ...plan.hold });
    return { queryId, plan, work, holdId };
  });
};

/** Charges what the answer used. */
const settle = (ctx: Ctx, { plan, work, holdId }: Begun): Promise<Trace['usage']> =>
  ctx.tx(async (tx) => {
    const { cost, further, ...usage } = plan.used();
    return { ...usage, credits: await settleHold(tx, { ...work, ...usage, holdId, cost, further }) };
  });

/**
 * Answers a question with settings that are not stored, and keeps nothing of it but its cost. Throws what `findDraftForChat` and
 * `holdCredits` throw.
 */
export async function* tryApp(ctx: Ctx, order: TrialOrder, signal: AbortSignal): AsyncIterable<TrialEvent> {
  const startedAt = performance.now();
  const elapsed = () => Math.round(performance.now() - startedAt);
  const begun = await begin(ctx, order);
  const { queryId, plan } = begun;
  const outcome = blankOutcome();
  const place = { queryId, conversationId: newId('cnv'), history: historyOf(order.history), plan, signal };
  let firstTextMs: number | null = null;
  let usage: Trace['usage'];
  try {
    for await (const event of write(ctx, place, outcome)) {
      if (event.type === 'token') firstTextMs ??= elapsed();
      if (event.type !== 'start' && event.type !== 'done') yield event;
    }
  } finally {
    // This is also reached when the builder has left.
    usage = await settle(ctx, begun);
  }
  const { modelId } = plan;
  yield { type: 'trace', trace: { modelId, steps: outcome.steps, firstTextMs, totalMs: elapsed(), usage } };
  yield { type: 'done', status: outcome.status };
}
