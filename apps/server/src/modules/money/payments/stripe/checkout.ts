import type Stripe from 'stripe';

/** A package of the catalogue, with its price in the smallest unit of the currency. */
export interface PricedItem {
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
export const ensurePrice = async (stripe: Stripe, { mode, item, currency }: Priced): Promise<string> => {
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

export const checkoutParameters = (
  order: CheckoutOrder,
  price: string,
): Stripe.Checkout.SessionCreateParams => ({
  mode: order.mode,
  customer: order.customerId,
  line_items: [{ price, quantity: order.quantity }],
  success_url: `${order.returnTo}?checkout=done&invoices=${order.invoicesBefore}`,
  cancel_url: `${order.returnTo}?checkout=cancelled`,
  metadata: { packageId: order.item.id, quantity: String(order.quantity) },
  // A single payment gets an invoice only on request; a subscription always has one.
  ...(order.mode === 'payment' ? { invoice_creation: { enabled: true } } : {}),
});
