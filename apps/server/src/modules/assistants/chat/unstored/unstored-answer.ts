import type { Usage } from '@atelier/contracts/assistants/chat/usage';
import type { z } from 'zod';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { isGivenUp } from '../../../../kernel/runs/index.ts';
import { holdCredits, microPerCredit, settleHold, type Work } from '../../../money/billing/index.ts';
import type { Answering } from '../../apps/index.ts';
import { masked, prepareGuarded } from '../guarding/guard-question.ts';

/** An answer of which nothing is kept but its cost. */
export interface UnstoredAnswer {
  queryId: string;
  plan: Answering.AnswerPlan;
  work: Work;
  holdId: string | null;
}

interface Order extends Pick<Answering.AnswerOrder, 'isFirst' | 'rehearsal'> {
  /** Reads what answers. Throws when the actor may not use it. */
  open(tx: TxCtx): Promise<Answering.AnsweredBy>;
  text: string;
  /** True where the question is asked of the app itself, whose curated answers then come first. */
  mayBeCurated?: boolean;
}

/** Holds the credits of an answer, before anything is paid for. Throws what `open` and `holdCredits` throw. */
export const beginUnstored = async (
  ctx: Ctx,
  { open, text: asked, mayBeCurated = false, ...order }: Order,
): Promise<UnstoredAnswer> => {
  const planAnswer = await prepareGuarded(ctx);
  return ctx.tx(async (tx) => {
    const app = await open(tx);
    const text = masked(app, asked);
    const plan = await planAnswer(tx, { app, text, mayBeCurated, ...order });
    const queryId = newId('qry');
    const { appId } = app;
    const work = { kind: 'ANSWER' as const, reference: queryId, appId, modelId: plan.modelId };
    const { holdId } = await holdCredits(tx, { ...work, ...plan.hold });
    return { queryId, plan, work, holdId };
  });
};

/** Charges what the answer used, unless the process that continues the run of `signal` asks again. */
export const settleUnstored = (
  ctx: Ctx,
  { plan, work, holdId }: UnstoredAnswer,
  signal: AbortSignal,
): Promise<z.infer<typeof Usage>> =>
  ctx.tx(async (tx) => {
    const { cost, further, elsewhere = 0, ...usage } = plan.used();
    if (isGivenUp(signal)) return { ...usage, credits: 0 };
    const charged = await settleHold(tx, { ...work, ...usage, holdId, cost, further });
    return { ...usage, credits: charged + elsewhere / microPerCredit };
  });
