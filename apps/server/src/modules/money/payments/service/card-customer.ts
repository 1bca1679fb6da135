import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findTenant } from '../../../account/tenancy/index.ts';
import { invoices } from '../../billing/index.ts';
import { paymentRepository } from '../repository.ts';
import { type CheckoutOrder, type StripeGateway, stripeGateway } from '../stripe/stripe-gateway.ts';

/** Returns the id of the tenant's customer at Stripe, and creates the customer at the first call. */
export const ensureCustomer = async (ctx: Ctx, stripe: StripeGateway): Promise<string> => {
  const { known, tenant } = await ctx.tx(async ({ db, tenantId }) => ({
    known: await paymentRepository.findCustomer(db, tenantId),
    tenant: await findTenant(db, tenantId),
  }));
  if (known !== undefined) return known;
  const { tenantName: name = '', ownerEmail: email = null } = tenant ?? {};
  const customerId = await stripe.createCustomer({ tenantId: ctx.tenantId, name, email });
  return ctx.tx(({ db, tenantId }) => paymentRepository.keepCustomer(db, tenantId, customerId));
};

type Wanted = Pick<CheckoutOrder, 'mode' | 'item' | 'currency' | 'quantity'> & { origin: string };

/** Opens a checkout for the tenant and returns its URL. */
export const openCheckout = async (
  ctx: Ctx,
  stripe: StripeGateway,
  { origin, ...wanted }: Wanted,
): Promise<string> => {
  const customerId = await ensureCustomer(ctx, stripe);
  const invoicesBefore = await ctx.tx(async (tx) => {
    await tx.audit('payments.checkout_opened', wanted.item.id, { quantity: wanted.quantity });
    return invoices.count(tx);
  });
  return stripe.checkout({ ...wanted, customerId, returnTo: `${origin}/pricing/overview`, invoicesBefore });
};

/** Returns the URL of the customer portal. Throws `payments.no_portal` and `payments.setup_failed`. */
export const openPortal = async (ctx: Ctx, origin: string): Promise<string> => {
  const stripe = ctx.use(stripeGateway) ?? fail('payments.no_portal');
  const customerId = await ensureCustomer(ctx, stripe);
  await ctx.tx((tx) => tx.audit('payments.portal_opened', tx.tenantId));
  return stripe.portal(customerId, `${origin}/pricing/history`);
};
