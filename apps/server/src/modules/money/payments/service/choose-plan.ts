import type { Plan } from '@atelier/contracts/money/billing';
import type { CancelRequest } from '@atelier/contracts/money/payments';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { changePlan, endPlan, findSubscription, invoices } from '../../billing/index.ts';
import { paymentRepository } from '../repository.ts';
import { type StripeGateway, stripeGateway } from '../stripe/stripe-gateway.ts';
import { getCurrency, getPlan } from './add-ons.ts';
import { ensureCustomer, openCheckout } from './card-customer.ts';
import { syncSubscription } from './sync-subscription.ts';

/**
 * Returns true when the plan is the tenant's own one, was cancelled, and its period still runs. Throws for a plan that cannot be chosen.
 */
const checkChoice = async (tx: TxCtx, plan: Plan): Promise<{ isResumed: boolean }> => {
  const row = await findSubscription(tx);
  const isOwn = row?.status === 'ACTIVE' && row.planId === plan.planId;
  if (isOwn && !row.cancelAtCycleEnd) fail('payments.plan_is_current');
  if (row && plan.monthlyPrice === 0 && row.planId !== plan.planId) fail('payments.plan_by_cancelling');
  return { isResumed: isOwn };
};

/** Changes the plan at once, and issues an invoice. */
const chooseByHand = (ctx: Ctx, plan: Plan): Promise<void> =>
  ctx.tx(async (tx) => {
    const { isResumed } = await checkChoice(tx, plan);
    await changePlan(tx, { planId: plan.planId, provider: 'manual' });
    await tx.audit('payments.plan_chosen', plan.planId, { isResumed });
    if (!isResumed) await invoices.issueForPlan(tx, plan.planId);
  });

/** A tenant that already pays by card keeps paying with that card; all others are sent to the checkout. */
const chooseByCard = async (
  ctx: Ctx,
  stripe: StripeGateway,
  { plan, origin }: { plan: Plan; origin: string },
): Promise<string | null> => {
  await ctx.tx((tx) => checkChoice(tx, plan));
  const currency = getCurrency(ctx);
  const item = { id: plan.planId, name: plan.name, price: plan.monthlyPrice };
  const current = await stripe.findCardSubscription(await ensureCustomer(ctx, stripe));
  if (!current)
    return openCheckout(ctx, stripe, { mode: 'subscription', item, currency, quantity: 1, origin });
  await stripe.switchPlan(current, { item, currency });
  await syncSubscription(ctx, stripe);
  await ctx.tx((tx) => tx.audit('payments.plan_chosen', plan.planId, { isResumed: false }));
  return null;
};

/**
 * Puts the tenant on another plan. Returns the URL for paying, or null when the plan is in effect.
 * Throws `payments.plan_not_found`, `payments.plan_is_current`, `payments.plan_by_cancelling` and `payments.setup_failed`.
 */
export const choosePlan = async (
  ctx: Ctx,
  { planId, origin }: { planId: string; origin: string },
): Promise<string | null> => {
  const plan = getPlan(ctx, planId);
  const stripe = ctx.use(stripeGateway);
  if (stripe && plan.monthlyPrice > 0) return chooseByCard(ctx, stripe, { plan, origin });
  await chooseByHand(ctx, plan);
  return null;
};

/** Returns the paid plan in use. A free plan and a trial cost nothing and cannot be cancelled. */
const getPaidPlan = async (tx: TxCtx) => {
  const row = await findSubscription(tx);
  const isPaid = row && row.provider !== 'none' && (row.status === 'ACTIVE' || row.status === 'PAST_DUE');
  return isPaid ? row : fail('payments.nothing_to_cancel');
};

const keep = async (
  tx: TxCtx,
  { planId, request, endsAt }: { planId: string; request: CancelRequest; endsAt: Date },
): Promise<void> => {
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

/** Ends the card payments of a tenant that is deleted. Throws until Stripe has been told. */
export const endWithTenant = async (ctx: Ctx): Promise<void> => {
  const stripe = ctx.use(stripeGateway);
  const customerId = await ctx.tx(({ db, tenantId }) => paymentRepository.findCustomer(db, tenantId));
  if (!stripe || customerId === undefined) return;
  // There are two subscriptions when two checkouts were both paid.
  for (;;) {
    const current = await stripe.findCardSubscription(customerId);
    if (!current) return;
    await stripe.cancel(current.id, false);
  }
};
