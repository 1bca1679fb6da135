import { isOperatorModel } from '@atelier/contracts/content/models';
import type { UsageKind } from '@atelier/contracts/money/usage';
import { toCredits } from '../../../../kernel/base/credits.ts';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { findUserId } from '../../../../kernel/context/actor.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { freePlan, getCatalogue } from '../catalogue.ts';
import {
  type Alongside,
  type Around,
  type HoldOutcome,
  ledgerRepository,
  type Usage,
} from '../repository/ledger.ts';
import { limitRepository } from '../repository/limits.ts';
import { usageRepository } from '../repository/usage.ts';
import type { CreditUse } from '../tables.ts';
import { getSubscription } from './current-subscription.ts';
import { describeLimit } from './limit-subjects.ts';
import { countForOperator } from './operator-budget.ts';
import { holdLeaseMs, orderRelease, releaseJob, releaseKey } from './release-lost-holds.ts';
import { limitWarningJob } from './warn-of-limit.ts';

/** The work that credits are used for. */
export interface Work {
  kind: UsageKind;
  /** The id of the query, import or run that it belongs to. */
  reference: string;
  /** Default: the actor. */
  userId?: string | null;
  appId?: string | null;
  knowledgeBaseId?: string | null;
  modelId?: string | null;
}

export interface HoldOrder extends Work {
  /** The amount in micro-credits. */
  amount: number;
  /** Calls of other models that the same hold pays for. */
  further?: readonly FurtherCall[];
}

/** A call of another model for the same work, with the most that it can cost in micro-credits. */
interface FurtherCall {
  modelId: string;
  amount: number;
}

const sumAmounts = (parts: readonly { amount: number }[]): number =>
  parts.reduce((sum, { amount }) => sum + amount, 0);

const chooseUserId = (tx: TxCtx, { userId }: Work): string | null => userId ?? findUserId(tx);

/** Returns the daily limit of answers of each plan. A plan that is no longer sold counts as the free one. */
const answersPerDay = (tx: TxCtx): Record<string, number | null> => {
  const catalogue = getCatalogue(tx.services.config);
  const limits: Record<string, number | null> = { '': freePlan(catalogue).featureBalances.dailyStories };
  for (const { planId, featureBalances } of catalogue.plans) limits[planId] = featureBalances.dailyStories;
  return limits;
};

const refuseByLimit = async (tx: TxCtx, limitId: string | null): Promise<never> => {
  const limit = limitId === null ? undefined : await limitRepository.find(tx.db, limitId);
  if (!limit) return fail('billing.limit_reached');
  const { scope, period, kind } = limit;
  throw new AppError(
    'billing.limit_reached',
    { scope, period, kind, credits: toCredits(limit.amount) },
    {
      message: `The ${describeLimit(limit)} is reached. An owner or admin of the company can raise it under Billing, Usage Limit.`,
    },
  );
};

/** Sends the hold, and sends it again after the subscription was opened or renewed. */
const sendHold = async <R extends HoldOutcome>(
  tx: TxCtx,
  order: Parameters<typeof ledgerRepository.hold>[1],
  around: Around | undefined,
): Promise<R> => {
  const first = await ledgerRepository.hold<R>(tx.db, order, around);
  if (first.outcome !== 'due') return first;
  await getSubscription(tx);
  return ledgerRepository.hold<R>(tx.db, order, around);
};

/** Returns the calls that a hold pays for, in whole micro-credits. */
const splitHold = ({ modelId, amount, further = [] }: HoldOrder) =>
  [{ modelId, amount }, ...further].map((part) => ({
    modelId: part.modelId,
    amount: Math.max(0, Math.ceil(part.amount)),
  }));

const sentFor = (tx: TxCtx, order: HoldOrder, amount: number) => ({
  id: newId('hold'),
  amount,
  reference: order.reference,
  userId: chooseUserId(tx, order),
  appId: order.appId ?? null,
  answersPerDay: order.kind === 'ANSWER' ? answersPerDay(tx) : null,
  now: tx.now(),
  leaseSeconds: holdLeaseMs / 1000,
});

/** A hold that is sent with the commit of its transaction. Both are known afterwards. */
export interface HoldAtEnd<R extends HoldOutcome = HoldOutcome> {
  /** Undefined when nothing was held although it has to be. */
  id: string | null | undefined;
  /** The row of the statement around the hold. */
  row: R | undefined;
}

/** Holds credits with the last statement of the transaction. */
const sendAtEnd = <R extends HoldOutcome>(tx: TxCtx, order: HoldOrder, around?: Around): HoldAtEnd<R> => {
  const sent = sentFor(tx, order, sumAmounts(splitHold(order)));
  const held: HoldAtEnd<R> = { id: undefined, row: undefined };
  const release = {
    name: releaseJob.name,
    input: { tenantId: tx.tenantId },
    key: releaseKey(tx),
    runAt: new Date(tx.now().getTime() + holdLeaseMs),
  };
  tx.last(async () => {
    held.row = await ledgerRepository.holdWithRelease<R>(tx.db, sent, release, around);
    if (held.row.outcome === 'held') held.id = sent.id;
    if (held.row.outcome === 'free') held.id = null;
  });
  return held;
};

/**
 * Holds credits with the last statement of the transaction. When there is no `id` after the commit, nothing was written, and the caller
 * calls `holdCredits`, which renews the subscription or throws the reason of the refusal. A hold whose budget is counted is sent at once,
 * and throws what `holdCredits` throws.
 */
export const holdAtEnd = async <R extends HoldOutcome = HoldOutcome>(
  tx: TxCtx,
  order: HoldOrder,
  around?: Around,
): Promise<HoldAtEnd<R>> => {
  if (!splitHold(order).some(({ modelId }) => isOperatorModel(modelId ?? '')))
    return sendAtEnd<R>(tx, order, around);
  const { holdId: id, row } = await holdCredits<R>(tx, order, around);
  return { id, row };
};

/**
 * Holds credits before paid work begins, so that parallel work can never spend the same credit twice. `amount` is in micro-credits. The
 * hold's id is null when nothing has to be held. `around` makes a larger statement that includes the hold; its row is returned. Throws
 * `billing.no_plan`, `billing.plan_expired`, `billing.daily_limit`, `billing.limit_reached`, `billing.credits_too_low` and what
 * `countForOperator` throws.
 */
export const holdCredits = async <R extends HoldOutcome = HoldOutcome>(
  tx: TxCtx,
  order: HoldOrder,
  around?: Around,
): Promise<{ holdId: string | null; row: R }> => {
  const parts = splitHold(order);
  const sent = sentFor(tx, order, sumAmounts(parts));
  const { id } = sent;
  const row = await sendHold<R>(tx, sent, around);
  if (row.outcome === 'expired') return fail('billing.plan_expired');
  if (row.outcome === 'daily_limit') return fail('billing.daily_limit');
  if (row.outcome === 'limit_reached') return refuseByLimit(tx, row.limit_id);
  if (row.outcome === 'too_low') return fail('billing.credits_too_low');
  if (row.orders_release) await orderRelease(tx, new Date(tx.now().getTime() + holdLeaseMs));
  if (row.outcome !== 'held') return { holdId: null, row };
  await countForOperator(tx, { holdId: id, parts });
  return { holdId: id, row };
};

export interface Settlement extends Work, CreditUse {
  holdId: string | null;
  /** Other uses that the same hold paid for. */
  further?: readonly CreditUse[] | undefined;
}

const toUsageRows = ({ further = [], ...own }: Settlement): Usage[] =>
  [own, ...further].map(
    ({ kind, knowledgeBaseId, modelId, cost, inputTokens = 0, outputTokens = 0 }: CreditUse) => ({
      id: newId('use'),
      kind,
      knowledge_base_id: knowledgeBaseId ?? null,
      model_id: modelId ?? null,
      input_tokens: inputTokens,
      output_tokens: outputTokens,
      cost: Math.max(0, Math.ceil(cost)),
    }),
  );

/** Records work without a hold, such as an answer that costs nothing. */
const recordFree = async (tx: TxCtx, settlement: Settlement): Promise<void> => {
  const userId = chooseUserId(tx, settlement);
  const { reference, appId = null } = settlement;
  for (const use of toUsageRows(settlement)) {
    const { id, kind, knowledge_base_id: knowledgeBaseId, model_id: modelId } = use;
    const { input_tokens: inputTokens, output_tokens: outputTokens } = use;
    if (kind !== 'ANSWER' && inputTokens + outputTokens === 0) continue;
    const record = {
      id,
      kind,
      reference,
      userId,
      appId,
      knowledgeBaseId,
      modelId,
      inputTokens,
      outputTokens,
    };
    await usageRepository.insert(tx.db, { ...record, amount: 0 });
  }
};

/**
 * Charges the real cost of the work, releases the rest of the hold and records each use. Returns the credits charged. Work that cost more
 * than its hold is charged up to the available credits, and so is work whose hold was released because it took too long. A second
 * settlement does nothing, and the settlement of a step that a run makes again only releases its hold. Others wait from this call to the
 * commit, so make other writes before it. `alongside` is a write that needs the credits charged, and goes in the same statement.
 */
export const settleHold = async (
  tx: TxCtx,
  settlement: Settlement,
  alongside?: Alongside,
): Promise<number> => {
  const { holdId } = settlement;
  if (holdId === null) {
    await recordFree(tx, settlement);
    if (alongside) await ledgerRepository.writeFree(tx.db, alongside);
    return 0;
  }
  const usage = toUsageRows(settlement);
  const cost = usage.reduce((sum, used) => sum + used.cost, 0);
  const ending = {
    holdId,
    cost,
    once: (cost > 0 && tx.charges?.keyFor(holdId, `${settlement.kind} ${settlement.modelId ?? ''}`)) || null,
    isLost: false,
    userId: chooseUserId(tx, settlement),
    appId: settlement.appId ?? null,
    usage,
    warningJob: limitWarningJob.name,
  };
  // The cost leaves before the ledger, because transactions of runs lock their run first.
  const [, charged] = await Promise.all([
    tx.countCost(ending.cost),
    ledgerRepository.end(tx.db, ending, alongside),
  ]);
  return toCredits(charged ?? 0);
};
