import {
  type Books,
  monthSeconds,
  nowSeconds,
  type Price,
  type Session,
  type Subscription,
  stripeId,
} from './books.ts';
import { type Form, formAt, textAt, textsAt } from './form.ts';

/** A failure in Stripe's shape. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, type: string, message: string) {
    super(message);
    this.status = status;
    this.body = { error: { type, message } };
  }
}

const missing = (what: string): never => {
  throw new StripeRefusal(404, 'invalid_request_error', `No such ${what}`);
};

/** Sends an event about a change to the webhook, after the answer. */
export type Tell = (type: string, object: object) => void;

export interface ApiCall {
  method: string;
  path: string;
  query: URLSearchParams;
  form: Form;
  books: Books;
  origin: string;
  tell: Tell;
}

const createCustomer = ({ form, books }: ApiCall) => {
  const customer = {
    id: stripeId('cus'),
    object: 'customer' as const,
    name: textAt(form, 'name') ?? null,
    email: textAt(form, 'email') ?? null,
    metadata: textsAt(form, 'metadata'),
  };
  books.customers.set(customer.id, customer);
  return customer;
};

const list = (data: object[]) => ({ object: 'list', data, has_more: false, url: '/v1/list' });

const listPrices = ({ query, books }: ApiCall) => {
  const keys = [...query].filter(([name]) => name.startsWith('lookup_keys[')).map(([, value]) => value);
  return list(
    [...books.prices.values()].filter(
      ({ lookup_key, active }) => active && lookup_key !== null && keys.includes(lookup_key),
    ),
  );
};

const createPrice = ({ form, books }: ApiCall): Price => {
  const lookupKey = textAt(form, 'lookup_key') ?? null;
  const holder = [...books.prices.values()].find((price) => price.lookup_key === lookupKey);
  if (lookupKey !== null && holder) {
    if (textAt(form, 'transfer_lookup_key') !== 'true')
      throw new StripeRefusal(400, 'invalid_request_error', 'A price already uses that lookup key.');
    holder.lookup_key = null;
  }
  const interval = textAt(form, 'recurring.interval');
  const price: Price = {
    id: stripeId('price'),
    object: 'price',
    active: true,
    currency: textAt(form, 'currency') ?? 'usd',
    lookup_key: lookupKey,
    metadata: textsAt(form, 'metadata'),
    recurring: interval === undefined ? null : { interval, interval_count: 1 },
    type: interval === undefined ? 'one_time' : 'recurring',
    unit_amount: Number(textAt(form, 'unit_amount')),
    product: stripeId('prod'),
    nickname: textAt(form, 'product_data.name') ?? '',
  };
  books.prices.set(price.id, price);
  return price;
};

const createSession = ({ form, books, origin }: ApiCall): Session => {
  const id = stripeId('cs_test');
  const session: Session = {
    id,
    object: 'checkout.session',
    mode: textAt(form, 'mode') === 'payment' ? 'payment' : 'subscription',
    customer: books.customers.get(textAt(form, 'customer') ?? '')?.id ?? missing('customer'),
    status: 'open',
    payment_status: 'unpaid',
    metadata: textsAt(form, 'metadata'),
    subscription: null,
    success_url: textAt(form, 'success_url') ?? missing('success_url'),
    cancel_url: textAt(form, 'cancel_url') ?? missing('cancel_url'),
    url: `${origin}/pay/${id}`,
    lines: Object.keys(formAt(form, 'line_items')).map((at) => ({
      price: books.prices.get(textAt(form, `line_items.${at}.price`) ?? '') ?? missing('price'),
      quantity: Number(textAt(form, `line_items.${at}.quantity`) ?? 1),
    })),
  };
  books.sessions.set(id, session);
  return session;
};

/** Ends a subscription at once. */
export const endSubscription = (subscription: Subscription, tell: Tell): Subscription => {
  subscription.status = 'canceled';
  subscription.canceled_at = nowSeconds();
  subscription.ended_at = nowSeconds();
  tell('customer.subscription.deleted', subscription);
  return subscription;
};

const updateSubscription = ({ form, books, tell }: ApiCall, subscription: Subscription): Subscription => {
  const atEnd = textAt(form, 'cancel_at_period_end');
  const [item] = subscription.items.data;
  if (atEnd !== undefined) {
    subscription.cancel_at_period_end = atEnd === 'true';
    subscription.cancel_at = atEnd === 'true' ? (item?.current_period_end ?? null) : null;
  }
  const priceId = textAt(form, 'items.0.price');
  if (item && priceId !== undefined) {
    const before = item.price;
    item.price = books.prices.get(priceId) ?? missing('price');
    const isNewMonth = textAt(form, 'billing_cycle_anchor.type') === 'now';
    const isProrated = textAt(form, 'proration_behavior') === 'always_invoice';
    if (isNewMonth) {
      item.current_period_start = nowSeconds();
      item.current_period_end = nowSeconds() + monthSeconds;
    }
    // In the middle of a month only the difference in price for the rest of it is charged or refunded.
    const rest = (item.current_period_end - nowSeconds()) / monthSeconds;
    const amount = isNewMonth
      ? item.price.unit_amount
      : isProrated
        ? Math.round((item.price.unit_amount - before.unit_amount) * rest)
        : 0;
    const price = { ...item.price, unit_amount: amount };
    if (amount !== 0)
      tell(
        'invoice.paid',
        books.invoice(subscription.customer, [{ price, quantity: 1 }], 'subscription_update', true),
      );
  }
  tell('customer.subscription.updated', subscription);
  return subscription;
};

const listSubscriptions = ({ query, books }: ApiCall) =>
  list(
    [...books.subscriptions.values()]
      .filter(
        ({ customer, status }) =>
          customer === query.get('customer') && (query.get('status') === 'all' || status !== 'canceled'),
      )
      .reverse(),
  );

const createPortal = ({ form, books, origin }: ApiCall) => {
  const id = stripeId('bps');
  const customer = books.customers.get(textAt(form, 'customer') ?? '')?.id ?? missing('customer');
  books.portals.set(id, { customer, returnUrl: textAt(form, 'return_url') ?? '' });
  return { id, object: 'billing_portal.session', url: `${origin}/portal/${id}` };
};

const bySubscription = (call: ApiCall): object => {
  const subscription = call.books.subscriptions.get(call.path.split('/')[3] ?? '') ?? missing('subscription');
  if (call.method === 'POST') return updateSubscription(call, subscription);
  if (call.method === 'DELETE') return endSubscription(subscription, call.tell);
  return subscription;
};

const exact: Record<string, (call: ApiCall) => object> = {
  'POST /v1/customers': createCustomer,
  'GET /v1/prices': listPrices,
  'POST /v1/prices': createPrice,
  'POST /v1/checkout/sessions': createSession,
  'GET /v1/subscriptions': listSubscriptions,
  'POST /v1/billing_portal/sessions': createPortal,
};

/** Answers one call of Stripe's API. Throws `StripeRefusal`. */
export const answerApi = (call: ApiCall): object => {
  const { method, path, books } = call;
  const handler = exact[`${method} ${path}`];
  if (handler) return handler(call);
  const id = path.split('/').at(-1) ?? '';
  if (path.startsWith('/v1/subscriptions/')) return bySubscription(call);
  if (path.startsWith('/v1/invoices/')) return books.invoices.get(id) ?? missing('invoice');
  if (path.startsWith('/v1/checkout/sessions/')) return books.sessions.get(id) ?? missing('session');
  throw new StripeRefusal(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
};
