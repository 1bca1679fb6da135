import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import {
  catalogueOf,
  changePlan,
  endPlan,
  findPlan,
  findSubscription,
  graceMs,
  markPastDue,
  paymentRepository,
} from '../../billing/index.ts';
import type { CardSubscription } from '../stripe/shapes.ts';
import type { StripeGateway } from '../stripe/stripe-gateway.ts';

const mostAttempts = 5;

/** The subscription is gone: the company falls back, unless something else has taken its place. */
const endCardPlan = async (tx: TxCtx): Promise<void> => {
  const row = await findSubscription(tx);
  if (row?.provider === 'stripe' && row.status !== 'CANCELLED') await endPlan(tx, { atCycleEnd: false });
};

/** Writes what Stripe says of the company's subscription. */
const takeOver = async (tx: TxCtx, subscription: CardSubscription | undefined): Promise<void> => {
  if (!subscription) return endCardPlan(tx);
  const { planId, periodStartsAt, periodEndsAt } = subscription;
  if (!findPlan(catalogueOf(tx.services.config), planId)) {
    tx.log.error(
      { planId, subscription: subscription.id },
      'a plan was paid that the catalogue does not know',
    );
    return;
  }
  // The period that was not paid does not begin here: its credits come with its payment.
  if (subscription.isPastDue)
    return markPastDue(tx, { graceEndsAt: new Date(periodStartsAt.getTime() + graceMs) });
  await changePlan(tx, { planId, provider: 'stripe', periodEndsAt });
  if (subscription.cancelAtCycleEnd) await endPlan(tx, { atCycleEnd: true });
};

/** What belongs in the same transaction; false when it was there already, and nothing is to be written. */
type Beside = (tx: TxCtx) => Promise<boolean>;

/**
 * Reads the company's subscription from Stripe and takes its state over. Who read an older state than was written meanwhile reads
 * again, so the newest state wins in whatever order things are told.
 */
export const syncSubscription = async (
  ctx: Ctx,
  stripe: StripeGateway,
  beside: Beside = () => Promise.resolve(true),
): Promise<void> => {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const { revision, customerId } = await ctx.tx(async ({ db, tenantId }) => ({
      revision: await paymentRepository.revision(db),
      customerId: await paymentRepository.findCustomer(db, tenantId),
    }));
    if (customerId === undefined) return;
    const subscription = await stripe.subscriptionOf(customerId);
    const isWritten = await ctx.tx(async (tx) => {
      if (!(await paymentRepository.advance(tx.db, revision))) return false;
      if (await beside(tx)) await takeOver(tx, subscription);
      return true;
    });
    if (isWritten) return;
  }
  throw new Error('The subscription changes faster than it can be read.');
};
