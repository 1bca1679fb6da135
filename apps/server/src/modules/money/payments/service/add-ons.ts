import type { AddOn, AddOnType, Plan, ServiceType } from '@atelier/contracts/money/billing';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findPlan, getCatalogue } from '../../billing/declarations.ts';
import { grantAddOnCredits, invoices } from '../../billing/index.ts';
import { stripeGateway } from '../stripe/stripe-gateway.ts';
import { openCheckout } from './card-customer.ts';

export const getCurrency = (ctx: Pick<Ctx, 'services'>): string => getCatalogue(ctx.services.config).currency;

/** Throws `payments.plan_not_found`. */
export const getPlan = (ctx: Pick<Ctx, 'services'>, planId: string): Plan =>
  findPlan(getCatalogue(ctx.services.config), planId) ?? fail('payments.plan_not_found');

const getAddOns = (ctx: Pick<Ctx, 'services'>): AddOn[] => getCatalogue(ctx.services.config).addOns;

/** Finds an add-on of the catalogue, also one that was bought and is sold no more. */
export const findAddOn = (ctx: Pick<Ctx, 'services'>, addOnId: string): AddOn | undefined =>
  getAddOns(ctx).find((addOn) => addOn.addOnId === addOnId);

/** The services that exist. An add-on for another one could be paid for, but not used. */
const soldServices: readonly ServiceType[] = ['ATELIER'];

const soldAddOns = (ctx: Pick<Ctx, 'services'>): AddOn[] =>
  getAddOns(ctx).filter(({ serviceType }) => soldServices.includes(serviceType));

/** Returns an add-on that is sold. Throws `payments.add_on_not_found`. */
const getAddOn = (ctx: Pick<Ctx, 'services'>, addOnId: string): AddOn =>
  soldAddOns(ctx).find((addOn) => addOn.addOnId === addOnId) ?? fail('payments.add_on_not_found');

/** Lists the add-ons that are sold: all, or those of a service or of a kind of package (BILLING-08). */
export const listAddOns = (ctx: Ctx, type: AddOnType | undefined): { currency: string; addOns: AddOn[] } => ({
  currency: getCurrency(ctx),
  addOns: soldAddOns(ctx).filter(
    ({ serviceType, packageType }) => type === undefined || type === serviceType || type === packageType,
  ),
});

/** Adds the credits at once, and issues an invoice. */
const buyByHand = (ctx: Ctx, { addOn, quantity }: { addOn: AddOn; quantity: number }): Promise<void> =>
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
