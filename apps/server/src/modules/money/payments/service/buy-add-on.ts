import type { AddOn } from '@atelier/contracts/money/billing';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { grantAddOnCredits, invoices } from '../../billing/index.ts';
import { stripeGateway } from '../stripe/stripe-gateway.ts';
import { openCheckout } from './card-customer.ts';
import { getAddOn, getCurrency } from './catalogue-reads.ts';

interface Purchase {
  addOn: AddOn;
  quantity: number;
}

/** Adds the credits at once, and issues an invoice. */
const buyByHand = (ctx: Ctx, { addOn, quantity }: Purchase): Promise<void> =>
  ctx.tx(async (tx) => {
    const key = newId('buy');
    await grantAddOnCredits(tx, { credits: addOn.credits * quantity, key, reference: addOn.addOnId });
    await tx.audit('payments.add_on_bought', addOn.addOnId, { quantity });
    await invoices.issueByHand(tx, { description: addOn.name, unitAmount: addOn.price, quantity });
  });

/** Returns the URL for paying, or null when the add-on is already there. Throws `payments.add_on_not_found` and `payments.setup_failed`. */
export const buyAddOn = async (
  ctx: Ctx,
  { addOnId, quantity, origin }: { addOnId: string; quantity: number; origin: string },
): Promise<string | null> => {
  const addOn = getAddOn(ctx, addOnId);
  const stripe = ctx.use(stripeGateway);
  if (stripe && addOn.price > 0) {
    const item = { id: addOn.addOnId, name: addOn.name, price: addOn.price };
    return openCheckout(ctx, stripe, { mode: 'payment', item, currency: getCurrency(ctx), quantity, origin });
  }
  await buyByHand(ctx, { addOn, quantity });
  return null;
};
