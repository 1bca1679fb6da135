import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findPlan, getCatalogue } from '../../billing/declarations.ts';
import { changePlan, endPlan, findSubscription, markPastDue, paymentRevision } from '../../billing/index.ts';
import { paymentRepository } from '../repository.ts';
import type { CardSubscription, StripeGateway } from '../stripe/stripe-gateway.ts';

const mostAttempts = 5;

/** Handles a subscription that ended at Stripe: the tenant falls back, unless another plan has taken its place. */
const endCardPlan = async (tx: TxCtx): Promise<void> => {
  const row = await findSubscription(tx);
  if (row?.provider === 'stripe' && row.status !== 'CANCELLED') await endPlan(tx, { atCycleEnd: false });
};

/** Stores the state of the tenant's subscription at Stripe. */
const takeOver = async (tx: TxCtx, subscription: CardSubscription | undefined): Promise<void> => {
  if (!subscription) return endCardPlan(tx);
  const { planId, periodStartsAt, periodEndsAt } = subscription;
  if (!findPlan(getCatalogue(tx.services.config), planId)) {
    tx.log.error(
      { planId, subscription: subscription.id },
      'a plan was paid that the catalogue does not know',
    );
    return;
  }
  // The new period is not paid yet; its credits come with the payment.
  if (subscription.isPastDue) return markPastDue(tx, { since: periodStartsAt });
  await changePlan(tx, { planId, provider: 'stripe', periodEndsAt });
  if (subscription.cancelAtCycleEnd) await endPlan(tx, { atCycleEnd: true });
};

/** Writes that belong in the same transaction. Returns false when they were made before and nothing is to be stored. */
type Beside = (tx: TxCtx) => Promise<boolean>;

/**
 * Reads the tenant's subscription from Stripe and stores its state. A reader whose state is older than one stored meanwhile reads again, so
 * the newest state wins in whatever order the events arrive.
 */
export const syncSubscription = async (
  ctx: Ctx,
  stripe: StripeGateway,
  beside: Beside = () => Promise.resolve(true),
): Promise<void> => {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const { revision, customerId } = await ctx.tx(async (tx) => ({
      revision: await paymentRevision.read(tx),
      customerId: await paymentRepository.findCustomer(tx.db, tx.tenantId),
    }));
    if (customerId === undefined) return;
    const subscription = await stripe.findCardSubscription(customerId);
    const isWritten = await ctx.tx(async (tx) => {
      if (!(await paymentRevision.advance(tx, revision))) return false;
      if (await beside(tx)) await takeOver(tx, subscription);
      return true;
    });
    if (isWritten) return;
  }
  throw new Error('The subscription changes faster than it can be read.');
};
