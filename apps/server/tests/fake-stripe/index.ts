import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { answerApi, endSubscription, StripeRefusal } from './api.ts';
import { Books, nowSeconds, type Session, type Subscription, stripeId } from './books.ts';
import { parseForm } from './form.ts';
import { pay, showPage } from './pages.ts';

export const fakeStripeKey = 'sk_test_for_tests';
export const fakeStripeSecret = 'whsec_for_tests';

export interface StripeEvent {
  id: string;
  type: string;
  created: number;
  data: { object: object };
}

/** Returns the `stripe-signature` header of a body in the form that Stripe sends. */
export const signatureOf = (body: string, secret = fakeStripeSecret, at = nowSeconds()): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;

/**
 * A payment provider on loopback that speaks Stripe's protocol: form-encoded calls with idempotency keys, a checkout page that accepts
 * payments, a portal, and webhooks with real signatures. It sends nothing until `webhookUrl` is set.
 * To run it alone, `node apps/server/tests/fake-stripe/index.ts --port 0` prints its address; a `POST /_webhook` with a URL as its body
 * sets where events are sent.
 */
export class FakeStripe {
  readonly books = new Books();
  /** Every call, with its idempotency key. */
  readonly calls: { method: string; path: string; idempotencyKey: string | undefined }[] = [];
  /** The events in the order in which they happened. */
  readonly events: StripeEvent[] = [];
  origin = '';
  webhookUrl: string | undefined;
  /** While true, every call of the API fails. */
  isDown = false;
  /** Delays an answer of the API after it was computed, so that it is outdated on arrival. */
  hold: ((path: string) => Promise<void>) | undefined;
  readonly #answers = new Map<string, { body: string; answer: object }>();
  readonly #server = createServer((request, response) => void this.#serve(request, response));
  #sending: Promise<unknown> = Promise.resolve();

  async start(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The environment variables that point the product to this server. */
  get env(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: fakeStripeKey,
      STRIPE_WEBHOOK_SECRET: fakeStripeSecret,
      STRIPE_API_URL: this.origin,
    };
  }

  /** Records an event and sends it to the webhook. */
  readonly tell = (type: string, object: object): StripeEvent => {
    const event = {
      id: stripeId('evt'),
      type,
      created: nowSeconds(),
      data: { object: structuredClone(object) },
    };
    this.events.push(event);
    if (this.webhookUrl !== undefined) this.#sending = this.#sending.then(() => this.send(event));
    return event;
  };

  /** Sends an event to the webhook, even if it was sent before. */
  async send(event: object, { signature, url = this.webhookUrl }: { signature?: string; url?: string } = {}) {
    const body = JSON.stringify({ object: 'event', api_version: '2026-10-28.endive', ...event });
    return fetch(url ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? signatureOf(body) },
      body,
    });
  }

  /** Waits until all events were sent. */
  settled = (): Promise<unknown> => this.#sending;

  /** Pays in the checkout at this URL. */
  async pay(url: string | null): Promise<Session> {
    const session = this.books.sessions.get(url?.split('/').at(-1) ?? '');
    if (!session) throw new Error(`There is no checkout at ${url}.`);
    pay(this.books, session, this.tell);
    await this.settled();
    return session;
  }

  subscriptionOf(customer: string): Subscription {
    const found = [...this.books.subscriptions.values()].find((each) => each.customer === customer);
    if (!found) throw new Error(`${customer} has no subscription.`);
    return found;
  }

  /** Makes the next payment of a subscription fail. */
  async failPayment(subscription: Subscription): Promise<void> {
    subscription.status = 'past_due';
    const lines = subscription.items.data.map(({ price, quantity }) => ({ price, quantity }));
    this.tell(
      'invoice.payment_failed',
      this.books.invoice(subscription.customer, lines, 'subscription_cycle', false),
    );
    this.tell('customer.subscription.updated', subscription);
    await this.settled();
  }

  async end(subscription: Subscription): Promise<void> {
    endSubscription(subscription, this.tell);
    await this.settled();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const piece of request.setEncoding('utf8')) body += String(piece);
    const { pathname, searchParams } = new URL(request.url ?? '/', this.origin);
    const method = request.method ?? 'GET';
    if (pathname === '/_webhook') {
      this.webhookUrl = body;
      response.end();
    } else if (pathname.startsWith('/v1/'))
      await this.#serveApi({ request, response, body, method, pathname, searchParams });
    else {
      const shown = showPage(this.books, method, pathname, this.tell);
      await this.settled();
      response.writeHead(shown?.location ? 303 : shown ? 200 : 404, {
        'content-type': 'text/html; charset=utf-8',
        ...(shown?.location === undefined ? {} : { location: shown.location }),
      });
      response.end(shown?.html ?? '');
    }
  }

  async #serveApi(call: Incoming): Promise<void> {
    const reply = (status: number, answer: string) =>
      call.response.writeHead(status, { 'content-type': 'application/json' }).end(answer);
    try {
      const answer = JSON.stringify(this.#answer(call));
      await this.hold?.(call.pathname);
      reply(200, answer);
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error;
      reply(error.status, JSON.stringify(error.body));
    }
  }

  #answer({ request, body, method, pathname, searchParams }: Incoming): object {
    const key = request.headers['idempotency-key']?.toString();
    this.calls.push({ method, path: pathname, idempotencyKey: key });
    if (request.headers.authorization !== `Bearer ${fakeStripeKey}`)
      throw new StripeRefusal(401, 'invalid_request_error', 'Invalid API Key provided.');
    if (this.isDown) throw new StripeRefusal(500, 'api_error', 'The provider is out of order.');
    const known = key === undefined ? undefined : this.#answers.get(key);
    if (known && known.body !== body)
      throw new StripeRefusal(
        400,
        'idempotency_error',
        'Keys for idempotent requests need the same parameters.',
      );
    if (known) return known.answer;
    const answer = answerApi({
      method,
      path: pathname,
      query: searchParams,
      form: parseForm(body),
      books: this.books,
      origin: this.origin,
      tell: this.tell,
    });
    if (key !== undefined) this.#answers.set(key, { body, answer });
    return answer;
  }
}

interface Incoming {
  request: IncomingMessage;
  response: ServerResponse;
  body: string;
  method: string;
  pathname: string;
  searchParams: URLSearchParams;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const stripe = await new FakeStripe().start(Number(process.argv[process.argv.indexOf('--port') + 1] ?? 0));
  process.stdout.write(`${stripe.origin}\n`);
}
