import type { AddOn, AddOnType, Plan, ServiceType } from '@atelier/contracts/money/billing';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findPlan, getCatalogue } from '../../billing/declarations.ts';

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
export const getAddOn = (ctx: Pick<Ctx, 'services'>, addOnId: string): AddOn =>
  soldAddOns(ctx).find((addOn) => addOn.addOnId === addOnId) ?? fail('payments.add_on_not_found');

/** Lists the add-ons that are sold: all, or those of a service or of a kind of package (BILLING-08). */
export const listAddOns = (ctx: Ctx, type: AddOnType | undefined): { currency: string; addOns: AddOn[] } => ({
  currency: getCurrency(ctx),
  addOns: soldAddOns(ctx).filter(
    ({ serviceType, packageType }) => type === undefined || type === serviceType || type === packageType,
  ),
});
