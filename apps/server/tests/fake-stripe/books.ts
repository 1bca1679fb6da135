import { randomBytes } from 'node:crypto';

export const stripeId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
export const nowSeconds = (): number => Math.floor(Date.now() / 1000);
export const monthSeconds = 30 * 24 * 3600;

export interface Price {
  id: string;
  object: 'price';
  active: boolean;
  currency: string;
  lookup_key: string | null;
  metadata: Record<string, string>;
  recurring: { interval: string; interval_count: number } | null;
  type: 'recurring' | 'one_time';
  unit_amount: number;
  product: string;
  /** The name on pages and invoices, which is not sent over the wire. */
  nickname: string;
}

export interface Subscription {
  id: string;
  object: 'subscription';
  customer: string;
  status: 'active' | 'past_due' | 'canceled' | 'incomplete';
  cancel_at_period_end: boolean;
  cancel_at: number | null;
  canceled_at: number | null;
  ended_at: number | null;
  created: number;
  metadata: Record<string, string>;
  items: {
    object: 'list';
    data: {
      id: string;
      object: 'subscription_item';
      price: Price;
      quantity: number;
      current_period_start: number;
      current_period_end: number;
    }[];
  };
}

export interface Invoice {
  id: string;
  object: 'invoice';
  customer: string;
  status: 'open' | 'paid' | 'void';
  currency: string;
  total: number;
  created: number;
  due_date: number | null;
  billing_reason: string;
  status_transitions: { paid_at: number | null };
  lines: {
    object: 'list';
    data: { id: string; object: 'line_item'; description: string; quantity: number; amount: number }[];
  };
}

export interface Session {
  id: string;
  object: 'checkout.session';
  mode: 'subscription' | 'payment';
  customer: string;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid';
  metadata: Record<string, string>;
  subscription: string | null;
  success_url: string;
  cancel_url: string;
  url: string;
  /** The lines of the invoice, which are not sent over the wire. */
  lines: { price: Price; quantity: number }[];
}

export interface Customer {
  id: string;
  object: 'customer';
  name: string | null;
  email: string | null;
  metadata: Record<string, string>;
}

/** Everything that the fake remembers. */
export class Books {
  readonly customers = new Map<string, Customer>();
  readonly prices = new Map<string, Price>();
  readonly subscriptions = new Map<string, Subscription>();
  readonly invoices = new Map<string, Invoice>();
  readonly sessions = new Map<string, Session>();
  readonly portals = new Map<string, { customer: string; returnUrl: string }>();

  invoice(customer: string, lines: Session['lines'], reason: string, paid: boolean): Invoice {
    const data = lines.map(({ price, quantity }) => ({
      id: stripeId('il'),
      object: 'line_item' as const,
      description: price.nickname,
      quantity,
      amount: price.unit_amount * quantity,
    }));
    const invoice: Invoice = {
      id: stripeId('in'),
      object: 'invoice',
      customer,
      status: paid ? 'paid' : 'open',
      currency: lines[0]?.price.currency ?? 'usd',
      total: data.reduce((sum, { amount }) => sum + amount, 0),
      created: nowSeconds(),
      due_date: null,
      billing_reason: reason,
      status_transitions: { paid_at: paid ? nowSeconds() : null },
      lines: { object: 'list', data },
    };
    this.invoices.set(invoice.id, invoice);
    return invoice;
  }

  subscribe(session: Session): Subscription {
    const start = nowSeconds();
    const subscription: Subscription = {
      id: stripeId('sub'),
      object: 'subscription',
      customer: session.customer,
      status: 'active',
      cancel_at_period_end: false,
      cancel_at: null,
      canceled_at: null,
      ended_at: null,
      created: start,
      metadata: {},
      items: {
        object: 'list',
        data: session.lines.map(({ price, quantity }) => ({
          id: stripeId('si'),
          object: 'subscription_item',
          price,
          quantity,
          current_period_start: start,
          current_period_end: start + monthSeconds,
        })),
      },
    };
    this.subscriptions.set(subscription.id, subscription);
    return subscription;
  }
}
