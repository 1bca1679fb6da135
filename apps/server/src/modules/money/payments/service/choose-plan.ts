import type { Plan } from '@atelier/contracts/money/billing';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { changePlan, findSubscription, invoices } from '../../billing/index.ts';
import { type StripeGateway, stripeGateway } from '../stripe/stripe-gateway.ts';
import { ensureCustomer, openCheckout } from './card-customer.ts';
import { getCurrency, getPlan } from './catalogue-reads.ts';
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

const itemOf = ({ planId, name, monthlyPrice }: Plan) => ({ id: planId, name, price: monthlyPrice });

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
  const item = itemOf(plan);
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
