import type { AddOn, Plan, ServiceType } from '@atelier/contracts/money/billing';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { catalogueOf, findPlan } from '../../billing/index.ts';

export const currencyOf = (ctx: Pick<Ctx, 'services'>): string => catalogueOf(ctx.services.config).currency;

/** Throws `payments.plan_not_found`. */
export const getPlan = (ctx: Pick<Ctx, 'services'>, planId: string): Plan =>
  findPlan(catalogueOf(ctx.services.config), planId) ?? fail('payments.plan_not_found');

const addOnsOf = (ctx: Pick<Ctx, 'services'>): AddOn[] => catalogueOf(ctx.services.config).addOns;

export const findAddOn = (ctx: Pick<Ctx, 'services'>, addOnId: string): AddOn | undefined =>
  addOnsOf(ctx).find((addOn) => addOn.addOnId === addOnId);

/** Throws `payments.add_on_not_found`. */
export const getAddOn = (ctx: Pick<Ctx, 'services'>, addOnId: string): AddOn =>
  findAddOn(ctx, addOnId) ?? fail('payments.add_on_not_found');

/** Lists the add-ons for one service, or all (BILLING-08). */
export const listAddOns = (
  ctx: Ctx,
  type: ServiceType | undefined,
): { currency: string; addOns: AddOn[] } => ({
  currency: currencyOf(ctx),
  addOns: addOnsOf(ctx).filter(({ serviceType }) => type === undefined || serviceType === type),
});
