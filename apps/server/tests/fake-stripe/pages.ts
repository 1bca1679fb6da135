import type { Tell } from './api.ts';
import { endSubscription } from './api.ts';
import type { Books, Session } from './books.ts';

const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const page = (
  title: string,
  body: string,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>${title}</title></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;

const priceOf = ({ lines }: Session): string =>
  lines
    .map(
      ({ price, quantity }) =>
        `${quantity} × ${escape(price.nickname)}, ${(price.unit_amount / 100).toFixed(2)} ${price.currency}`,
    )
    .join('<br>');

export interface Shown {
  html?: string;
  location?: string;
}

/** Acts as the buyer does on the page: pays, and is redirected back. */
export const pay = (books: Books, session: Session, tell: Tell): void => {
  session.status = 'complete';
  session.payment_status = 'paid';
  if (session.mode === 'subscription') {
    const subscription = books.subscribe(session);
    session.subscription = subscription.id;
    tell('customer.subscription.created', subscription);
  }
  const reason = session.mode === 'subscription' ? 'subscription_create' : 'manual';
  tell('invoice.paid', books.invoice(session.customer, session.lines, reason, true));
  tell('checkout.session.completed', session);
};

const showCheckout = (books: Books, method: string, id: string, tell: Tell): Shown | undefined => {
  const session = books.sessions.get(id);
  if (!session) return undefined;
  if (method === 'POST') {
    if (session.status === 'open') pay(books, session, tell);
    return { location: session.success_url };
  }
  const form = `<p>${priceOf(session)}</p><form method="post"><button>Pay</button></form><p><a href="${escape(session.cancel_url)}">Back</a></p>`;
  return { html: page('Checkout', form) };
};

const showPortal = (books: Books, method: string, id: string, tell: Tell): Shown | undefined => {
  const portal = books.portals.get(id);
  if (!portal) return undefined;
  if (method === 'POST') {
    for (const subscription of books.subscriptions.values())
      if (subscription.customer === portal.customer) endSubscription(subscription, tell);
    return { location: portal.returnUrl };
  }
  const form = `<form method="post"><button>Cancel subscription</button></form><p><a href="${escape(portal.returnUrl)}">Return</a></p>`;
  return { html: page('Customer portal', form) };
};

/** Returns the page for paying or for managing a subscription; undefined for any other path. */
export const showPage = (books: Books, method: string, path: string, tell: Tell): Shown | undefined => {
  const [, kind, id = ''] = path.split('/');
  if (kind === 'pay') return showCheckout(books, method, id, tell);
  return kind === 'portal' ? showPortal(books, method, id, tell) : undefined;
};
