import type { Usage } from '@atelier/contracts/assistants/chat/usage';
import type { TextMessage } from '@atelier/models';
import type { z } from 'zod';
import { toCredits } from '../../../../kernel/base/credits.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { isGivenUp } from '../../../../kernel/runs/index.ts';
import { readOfferedModels } from '../../../content/models/index.ts';
import { holdCredits, settleHold, type Work } from '../../../money/billing/index.ts';
import type { AnsweredBy, AnswerOrder, AnswerPlan, Rehearsal } from '../../apps/declarations.ts';
import { prepareDraftForChat } from '../../apps/index.ts';
import { masked, planGuarded } from '../guarding/guard-question.ts';
import { blankOutcome, type Outcome, write } from '../service/outcome.ts';

/** An answer of which nothing is kept but its cost. */
export interface UnstoredAnswer {
  queryId: string;
  plan: AnswerPlan;
  work: Work;
  holdId: string | null;
}

interface Order extends Pick<AnswerOrder, 'isFirst' | 'rehearsal'> {
  /** Reads what answers. Throws when the actor may not use it. */
  open(tx: TxCtx): Promise<AnsweredBy>;
  text: string;
  /** True where the question is asked of the app itself, whose curated answers then come first. */
  mayBeCurated?: boolean;
}

/** Holds the credits of an answer, before anything is paid for. Throws what `open` and `holdCredits` throw. */
export const beginUnstored = async (
  ctx: Ctx,
  { open, text: asked, mayBeCurated = false, ...order }: Order,
): Promise<UnstoredAnswer> => {
  const offered = await readOfferedModels(ctx);
  return ctx.tx(async (tx) => {
    const app = await open(tx);
    const text = masked(app, asked);
    const plan = await planGuarded(tx, { app, text, mayBeCurated, ...order }, offered);
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
    return { ...usage, credits: charged + toCredits(elsewhere) };
  });

export interface TestOrder {
  appId: string;
  settings: Parameters<typeof prepareDraftForChat>[2];
  text: string;
  /** The conversation before the question; empty by default. */
  history?: TextMessage[];
  /** Given for the questions of a test. */
  rehearsal?: Rehearsal;
  /** Gets each piece of the answer as it is written. */
  onText?: (text: string) => Promise<unknown>;
}

/** Writes a whole answer that nobody has paid for yet. A failure is charged at once and thrown. */
export const answerUnstored = async (
  ctx: Ctx,
  { appId, settings, text, history = [], rehearsal, onText }: TestOrder,
  signal: AbortSignal,
): Promise<{ begun: UnstoredAnswer; outcome: Outcome }> => {
  const open: (tx: TxCtx) => Promise<AnsweredBy> = await prepareDraftForChat(ctx, appId, settings);
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
