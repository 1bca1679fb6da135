import type Stripe from 'stripe';

/** The parts of a subscription at Stripe that we use. */
export interface CardSubscription {
  id: string;
  itemId: string;
  planId: string;
  isPastDue: boolean;
  periodStartsAt: Date;
  periodEndsAt: Date;
  cancelAtCycleEnd: boolean;
}

export interface PaidSession {
  id: string;
  isAddOn: boolean;
  isPaid: boolean;
  metadata: Readonly<Record<string, string>>;
}

export const toDate = (seconds: number): Date => new Date(seconds * 1000);

/** Returns the package of a price. Prices that lost their lookup key to a newer one still carry the package's id. */
const readPackageId = ({ lookup_key: key, metadata }: Stripe.Price): string =>
  metadata['packageId'] ?? key ?? '';

export const subscriptionFrom = (subscription: Stripe.Subscription): CardSubscription | undefined => {
  const [item] = subscription.items.data;
  return (
    item && {
      id: subscription.id,
      itemId: item.id,
      planId: readPackageId(item.price),
      isPastDue: subscription.status === 'past_due' || subscription.status === 'unpaid',
      periodStartsAt: toDate(item.current_period_start),
      periodEndsAt: toDate(item.current_period_end),
      cancelAtCycleEnd: subscription.cancel_at_period_end,
    }
  );
};
