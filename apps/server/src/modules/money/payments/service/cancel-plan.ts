import type { CancelRequest } from '@atelier/contracts/money/payments';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { endPlan, findSubscription } from '../../billing/index.ts';
import { paymentRepository } from '../repository.ts';
import { stripeGateway } from '../stripe/stripe-gateway.ts';
import { syncSubscription } from './sync-subscription.ts';

/** Returns the paid plan in use. A free plan and a trial cost nothing and cannot be cancelled. */
const getPaidPlan = async (tx: TxCtx) => {
  const row = await findSubscription(tx);
  const isPaid = row && row.provider !== 'none' && (row.status === 'ACTIVE' || row.status === 'PAST_DUE');
  return isPaid ? row : fail('payments.nothing_to_cancel');
};

interface Cancellation {
  planId: string;
  request: CancelRequest;
  endsAt: Date;
}

const keep = async (tx: TxCtx, { planId, request, endsAt }: Cancellation): Promise<void> => {
  const { cancelAtCycleEnd, feedback, comment } = request;
  await paymentRepository.insertCancellation(tx.db, {
    id: newId('can'),
    planId,
    reasons: [...new Set(feedback)],
    comment: comment ?? null,
    atCycleEnd: cancelAtCycleEnd,
    endsAt,
  });
  await tx.audit('payments.plan_cancelled', planId, { endsAt: endsAt.toISOString(), reasons: feedback });
};

const cancelByHand = (ctx: Ctx, request: CancelRequest): Promise<Date> =>
  ctx.tx(async (tx) => {
    const { planId } = await getPaidPlan(tx);
    const endsAt = await endPlan(tx, { atCycleEnd: request.cancelAtCycleEnd });
    await keep(tx, { planId, request, endsAt });
    return endsAt;
  });

/**
 * Cancels the plan, at the end of the paid period or at once (CANCEL-10). Returns when it ends. Throws `payments.nothing_to_cancel` and
 * `payments.setup_failed`.
 */
export const cancelPlan = async (ctx: Ctx, request: CancelRequest): Promise<Date> => {
  const stripe = ctx.use(stripeGateway);
  const { planId, provider, customerId } = await ctx.tx(async (tx) => ({
    ...(await getPaidPlan(tx)),
    customerId: await paymentRepository.findCustomer(tx.db, tx.tenantId),
  }));
  if (provider !== 'stripe' || !stripe || customerId === undefined) return cancelByHand(ctx, request);
  const current = await stripe.findCardSubscription(customerId);
  if (current) await stripe.cancel(current.id, request.cancelAtCycleEnd);
  await syncSubscription(ctx, stripe);
  const endsAt = current && request.cancelAtCycleEnd ? current.periodEndsAt : ctx.now();
  await ctx.tx((tx) => keep(tx, { planId, request, endsAt }));
  return endsAt;
};
