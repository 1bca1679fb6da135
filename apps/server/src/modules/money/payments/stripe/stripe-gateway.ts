import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { AppError } from '../../../../kernel/base/errors.ts';
import { defineService, type Services } from '../../../../kernel/services/services.ts';

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

const subscriptionFrom = (subscription: Stripe.Subscription): CardSubscription | undefined => {
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

/** A package of the catalogue, with its price in the smallest unit of the currency. */
interface PricedItem {
  id: string;
  name: string;
  price: number;
}

export interface CheckoutOrder {
  mode: 'subscription' | 'payment';
  customerId: string;
  item: PricedItem;
  currency: string;
  quantity: number;
  /** The URL to which the browser returns, without a query. */
  returnTo: string;
  /**
   * The present number of the tenant's invoices. A higher number tells the page to which the browser returns that the payment has arrived.
   */
  invoicesBefore: number;
}

type Priced = Pick<CheckoutOrder, 'mode' | 'item' | 'currency'>;

/**
 * Returns the price at Stripe whose lookup key is the package's id. The catalogue decides the amount: if there is no such price, or one of
 * another amount, a new price takes over the key, and subscribers of the old price keep it.
 */
const ensurePrice = async (stripe: Stripe, { mode, item, currency }: Priced): Promise<string> => {
  const code = currency.toLowerCase();
  const { data } = await stripe.prices.list({ lookup_keys: [item.id], active: true, limit: 1 });
  const [known] = data;
  const kind = mode === 'subscription' ? 'recurring' : 'one_time';
  if (known?.unit_amount === item.price && known.currency === code && known.type === kind) return known.id;
  const price = await stripe.prices.create(
    {
      lookup_key: item.id,
      transfer_lookup_key: true,
      unit_amount: item.price,
      currency: code,
      product_data: { name: item.name },
      metadata: { packageId: item.id },
      ...(mode === 'subscription' ? { recurring: { interval: 'month' } } : {}),
    },
    { idempotencyKey: `atelier-price-${item.id}-${item.price}-${code}-${known?.id ?? 'first'}` },
  );
  return price.id;
};

const checkoutParameters = (order: CheckoutOrder, price: string): Stripe.Checkout.SessionCreateParams => ({
  mode: order.mode,
  customer: order.customerId,
  line_items: [{ price, quantity: order.quantity }],
  success_url: `${order.returnTo}?checkout=done&invoices=${order.invoicesBefore}`,
  cancel_url: `${order.returnTo}?checkout=cancelled`,
  metadata: { packageId: order.item.id, quantity: String(order.quantity) },
  // A single payment gets an invoice only on request; a subscription always has one.
  ...(order.mode === 'payment' ? { invoice_creation: { enabled: true } } : {}),
});

/** Older events are refused, so that a recorded one cannot be replayed later. */
const toleranceSeconds = 300;
const apiTimeoutMs = 20_000;

export interface WebhookEvent {
  id: string;
  type: string;
  object: unknown;
}

/** Card payments through Stripe. Every method except `verify` reaches the network and throws `payments.setup_failed` when that fails. */
export interface StripeGateway {
  createCustomer(tenant: { tenantId: string; name: string; email: string | null }): Promise<string>;
  /** Creates a checkout page and returns its URL. */
  checkout(order: CheckoutOrder): Promise<string>;
  portal(customerId: string, returnUrl: string): Promise<string>;
  /** Returns the active subscription, the newest of several; undefined when there is none. */
  findCardSubscription(customerId: string): Promise<CardSubscription | undefined>;
  /** Starts a month of another plan now, at its whole price. For the same plan it only undoes a cancellation. */
  switchPlan(subscription: CardSubscription, order: Pick<CheckoutOrder, 'item' | 'currency'>): Promise<void>;
  cancel(subscriptionId: string, atCycleEnd: boolean): Promise<void>;
  readInvoice(id: string): Promise<Stripe.Invoice>;
  readSession(id: string): Promise<PaidSession>;
  /** Returns the event in a signed body; undefined for a signature that is missing, wrong or too old. */
  verify(body: Buffer, signature: string): Promise<WebhookEvent | undefined>;
}

/** Turns any failure of Stripe into `payments.setup_failed`. */
const attempt = async <T>(open: () => Promise<Stripe>, call: (stripe: Stripe) => Promise<T>): Promise<T> => {
  try {
    return await call(await open());
  } catch (cause) {
    throw new AppError('payments.setup_failed', undefined, { cause });
  }
};

/** Stripe's library is large, and loaded only when it is needed. */
const createClient = async (
  services: Services,
  { secretKey, apiUrl }: { secretKey: string; apiUrl: string },
): Promise<Stripe> => {
  const { default: Library } = await import('stripe');
  const address = new URL(apiUrl);
  const isPlain = address.protocol === 'http:';
  const outbound = services.outbound.permitting(apiUrl);
  return new Library(secretKey, {
    host: address.hostname,
    port: address.port || (isPlain ? 80 : 443),
    protocol: isPlain ? 'http' : 'https',
    httpClient: Library.createFetchHttpClient((input: string | URL | Request, init?: RequestInit) =>
      outbound.fetch(input, init),
    ),
    maxNetworkRetries: 1,
    timeout: apiTimeoutMs,
    telemetry: false,
  });
};

const running = new Set(['active', 'trialing', 'past_due', 'unpaid']);

const findCurrent = async (stripe: Stripe, customer: string): Promise<CardSubscription | undefined> => {
  const { data } = await stripe.subscriptions.list({ customer, status: 'all', limit: 20 });
  const [current] = data.filter(({ status }) => running.has(status)).sort((a, b) => b.created - a.created);
  return current && subscriptionFrom(current);
};

type OpenStripe = () => Promise<Stripe>;

const verifier =
  (open: OpenStripe, secret: string): StripeGateway['verify'] =>
  async (body, signature) => {
    const { default: Library } = await import('stripe');
    const stripe = await open();
    try {
      const { id, type, data } = stripe.webhooks.constructEvent(body, signature, secret, toleranceSeconds);
      return { id, type, object: data.object };
    } catch (error) {
      if (error instanceof Library.errors.StripeSignatureVerificationError || error instanceof SyntaxError)
        return undefined;
      throw error;
    }
  };

const createGateway = (open: OpenStripe, webhookSecret: string | undefined): StripeGateway => ({
  createCustomer: ({ tenantId, name, email }) =>
    attempt(open, async (stripe) => {
      // The key includes the name, because a renamed tenant is a different request to Stripe.
      const said = createHash('sha256').update(`${name} ${email}`).digest('hex').slice(0, 16);
      const { id } = await stripe.customers.create(
        { name, metadata: { tenantId }, ...(email === null ? {} : { email }) },
        { idempotencyKey: `atelier-customer-${tenantId}-${said}` },
      );
      return id;
    }),
  checkout: (order) =>
    attempt(open, async (stripe) => {
      const price = await ensurePrice(stripe, order);
      const { url } = await stripe.checkout.sessions.create(checkoutParameters(order, price));
      return url ?? Promise.reject(new Error('The checkout has no address.'));
    }),
  portal: (customer, returnUrl) =>
    attempt(
      open,
      async (stripe) => (await stripe.billingPortal.sessions.create({ customer, return_url: returnUrl })).url,
    ),
  findCardSubscription: (customer) => attempt(open, (stripe) => findCurrent(stripe, customer)),
  switchPlan: (subscription, order) =>
    attempt(open, async (stripe) => {
      const uncancelled = { cancel_at_period_end: false };
      if (subscription.planId === order.item.id) {
        await stripe.subscriptions.update(subscription.id, uncancelled);
        return;
      }
      const price = await ensurePrice(stripe, { ...order, mode: 'subscription' });
      // Nothing is refunded, because the credits of the earlier plan may have been spent.
      await stripe.subscriptions.update(subscription.id, {
        ...uncancelled,
        items: [{ id: subscription.itemId, price }],
        billing_cycle_anchor: { type: 'now' },
        proration_behavior: 'none',
      });
    }),
  cancel: (id, atCycleEnd) =>
    attempt(open, async (stripe) => {
      if (atCycleEnd) await stripe.subscriptions.update(id, { cancel_at_period_end: true });
      else await stripe.subscriptions.cancel(id);
    }),
  readInvoice: (id) => attempt(open, (stripe) => stripe.invoices.retrieve(id)),
  readSession: (id) =>
    attempt(open, async (stripe) => {
      const { mode, payment_status: status, metadata } = await stripe.checkout.sessions.retrieve(id);
      return { id, isAddOn: mode === 'payment', isPaid: status === 'paid', metadata: metadata ?? {} };
    }),
  verify: webhookSecret === undefined ? async () => undefined : verifier(open, webhookSecret),
});

/** Undefined while no key is configured; then plans are paid by invoice. */
export const stripeGateway = defineService<StripeGateway | undefined>({
  name: 'billing.stripe',
  create: (services) => {
    const { stripe } = services.config.billing;
    if (!stripe) return undefined;
    let opened: Promise<Stripe> | undefined;
    const open = () => {
      opened ??= createClient(services, stripe);
      return opened;
    };
    return createGateway(open, stripe.webhookSecret);
  },
});
