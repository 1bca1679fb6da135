import { people } from '@atelier/contracts/account/people/people';
import { billing } from '@atelier/contracts/money/billing';
import { payments } from '@atelier/contracts/money/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { FakeStripe, type StripeEvent, signatureOf } from '../../../../tests/fake-stripe/index.ts';
import { auditTrail, eventually, startTestServer, type TestServer } from '../../../../tests/harness.ts';
import { changePlan } from '../billing/index.ts';

const { endpoints } = payments;

describe('plans that are paid by card', () => {
  let stripe: FakeStripe;
  let server: TestServer;
  let client: Client;
  let tenantId: string;
  const log: string[] = [];

  beforeAll(async () => {
    stripe = await new FakeStripe().start();
    server = await startTestServer({ env: stripe.env, onLog: (line) => void log.push(line) });
  });
  afterAll(async () => {
    await server.close();
    await stripe.close();
  });
  beforeEach(async () => {
    stripe.isDown = false;
    stripe.webhookUrl = `${server.origin}/api/payment/stripe-webhook`;
    log.length = 0;
    const signedUp = await server.signUp();
    client = signedUp.client;
    ({ tenantId } = signedUp.user);
  });

  const subscription = () => client.call(billing.endpoints.subscription, {});
  const invoices = async () => (await client.call(endpoints.invoices, {})).items;
  const checkout = async (planId = 'premium') =>
    (await client.call(endpoints.upgrade, { body: { planId } })).redirectTo;
  const subscribed = async () => {
    const { customer } = await stripe.pay(await checkout());
    return stripe.subscriptionOf(customer);
  };
  const eventsOf = (customer: string): StripeEvent[] =>
    stripe.events.filter(({ data }) => Reflect.get(data.object, 'customer') === customer);
  const spent = async () =>
    (
      await server.sql<{ count: number }>(
        'select count(*)::int as count from ledger_transactions where tenant_id = $1',
        [tenantId],
      )
    )[0]?.count;

  it('send the browser to a checkout, and change nothing before it is paid', {
    tags: ['BILLING-11', 'BILLING-12'],
  }, async () => {
    const { payment } = await client.call(billing.endpoints.plans, {});
    expect(payment).toEqual({ by: 'card', note: null });
    const url = await checkout();
    expect(url).toMatch(new RegExp(`^${stripe.origin}/pay/cs_test_`));
    expect((await subscription()).planDetails.planId).toBe('free');
    expect(await invoices()).toEqual([]);
    const session = stripe.books.sessions.get(url?.split('/').at(-1) ?? '');
    expect(session).toMatchObject({
      mode: 'subscription',
      success_url: `${server.origin}/pricing/overview?checkout=done&invoices=0`,
      cancel_url: `${server.origin}/pricing/overview?checkout=cancelled`,
      lines: [{ quantity: 1, price: { unit_amount: 9900, currency: 'usd', lookup_key: 'premium' } }],
    });
  });

  it('come with credits and a paid invoice once the payment is reported', async () => {
    const { customer } = await stripe.pay(await checkout());
    const end = stripe.subscriptionOf(customer).items.data[0]?.current_period_end ?? 0;
    expect(await subscription()).toMatchObject({
      planDetails: { planId: 'premium' },
      status: 'ACTIVE',
      featureBalances: { credits: 1_000_000 },
      periodEndsAt: new Date(end * 1000).toISOString(),
    });
    expect(await invoices()).toMatchObject([
      { status: 'PAID', total: 9900, currency: 'USD', dueAt: null, lines: [{ description: 'Premium' }] },
    ]);
    expect((await client.call(endpoints.invoices, {})).hasPortal).toBe(true);
  });

  it('create one customer and one price, however often somebody starts to pay', async () => {
    await checkout();
    await checkout();
    const customers = [...stripe.books.customers.values()].filter(
      ({ metadata }) => metadata['tenantId'] === tenantId,
    );
    expect(customers).toHaveLength(1);
    const prices = [...stripe.books.prices.values()].filter((price) => price.lookup_key === 'premium');
    expect(prices).toHaveLength(1);
    const created = stripe.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/customers');
    expect(created.every(({ idempotencyKey }) => idempotencyKey?.startsWith('atelier-customer-'))).toBe(true);
  });

  it('do not change when the same events come again, in any order', async () => {
    const { customer } = await stripe.pay(await checkout());
    for (const { id } of eventsOf(customer))
      expect(await auditTrail(server, id)).toEqual(['payments.event_handled']);
    const before = [await subscription(), await invoices(), await spent()];
    for (const event of eventsOf(customer).reverse()) expect((await stripe.send(event)).status).toBe(200);
    await Promise.all(eventsOf(customer).map((event) => stripe.send(event)));
    expect([await subscription(), await invoices(), await spent()]).toEqual(before);
  });

  it('follow the state at the provider and not that of a late event', async () => {
    const current = await subscribed();
    const ended = { ...structuredClone(current), status: 'canceled' };
    const late = {
      id: 'evt_late',
      type: 'customer.subscription.deleted',
      created: 1,
      data: { object: ended },
    };
    expect((await stripe.send(late)).status).toBe(200);
    expect((await subscription()).planDetails.planId).toBe('premium');
  });

  it('never return to a state that was read earlier', async () => {
    const current = await subscribed();
    const reached = Promise.withResolvers<undefined>();
    const released = Promise.withResolvers<undefined>();
    stripe.hold = (path) => {
      if (path !== '/v1/subscriptions') return Promise.resolve();
      stripe.hold = undefined;
      reached.resolve(undefined);
      return released.promise;
    };
    const type = 'customer.subscription.updated';
    const slow = stripe.send({ id: 'evt_slow', type, created: 1, data: { object: current } });
    await reached.promise;
    await stripe.end(current);
    expect((await subscription()).planDetails.planId).toBe('free');
    released.resolve(undefined);
    expect((await slow).status).toBe(200);
    expect((await subscription()).planDetails.planId).toBe('free');
  });

  it('refuse events without a signature, with a wrong one, and with one that is too old', async () => {
    const current = await subscribed();
    await client.call(endpoints.cancelSubscription, { body: { cancelAtCycleEnd: false } });
    const event = {
      id: 'evt_forged',
      type: 'customer.subscription.updated',
      created: 1,
      data: { object: current },
    };
    const body = JSON.stringify({ object: 'event', api_version: '2026-10-28.endive', ...event });
    const anHourAgo = Math.floor(Date.now() / 1000) - 3600;
    for (const signature of [
      '',
      'nonsense',
      signatureOf(body, 'whsec_other'),
      signatureOf(body, undefined, anHourAgo),
      signatureOf(`${body} `),
    ]) {
      const response = await stripe.send(event, { signature });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'payments.signature_invalid' },
      ]);
    }
    const handled = await server.sql(`select id from payment_events where id = 'evt_forged'`);
    expect(handled).toEqual([]);
    expect((await stripe.send(event, { signature: signatureOf(body) })).status).toBe(200);
  });

  it('belong to the tenant of the customer, whatever the event says of itself', async () => {
    const victim = await server.signUp('Grace Hopper');
    const { customer } = await stripe.pay(await checkout());
    const object = {
      ...stripe.subscriptionOf(customer),
      metadata: { tenantId: victim.user.tenantId },
      client_reference_id: victim.user.tenantId,
    };
    await stripe.send({
      id: 'evt_liar',
      type: 'customer.subscription.updated',
      created: 1,
      data: { object },
    });
    expect((await victim.client.call(billing.endpoints.subscription, {})).planDetails.planId).toBe('free');
    const [kept] = await server.sql<{ tenant_id: string }>(
      `select tenant_id from payment_events where id = 'evt_liar'`,
    );
    expect(kept?.tenant_id).toBe(tenantId);
  });

  it('ignore events of unknown customers and unknown kinds', async () => {
    const tell = (type: string, object: object) =>
      stripe.send({ id: `evt_${type}`, type, created: 1, data: { object } });
    expect((await tell('customer.subscription.created', { id: 'sub_x', customer: 'cus_other' })).status).toBe(
      200,
    );
    expect((await tell('payout.paid', { id: 'po_1' })).status).toBe(200);
    expect(log.join('')).toContain('an event names a customer that is none of ours');
    const { customer } = await stripe.pay(await checkout());
    expect((await tell('payout.failed', { id: 'po_2', customer })).status).toBe(200);
    expect((await tell('invoice.paid', { id: 7 })).status).toBe(200);
    expect(await server.sql(`select id from payment_events where id like 'evt_payout%'`)).toEqual([]);
  });

  it('do not change for what the catalogue does not know, which is logged', async () => {
    const current = await subscribed();
    const [item] = current.items.data;
    if (!item) throw new Error('The subscription has no item.');
    item.price = { ...item.price, lookup_key: 'golden', metadata: { packageId: 'golden' } };
    stripe.tell('customer.subscription.updated', current);
    await stripe.settled();
    expect(log.join('')).toContain('a plan was paid that the catalogue does not know');
    expect((await subscription()).planDetails.planId).toBe('premium');
    for (const change of [{ packageId: 'gone' }, { quantity: '1.5' }, { quantity: '0' }]) {
      log.length = 0;
      const { redirectTo } = await client.call(endpoints.paymentLink, { body: { addOnId: 'credits-1m' } });
      Object.assign(stripe.books.sessions.get(redirectTo?.split('/').at(-1) ?? '')?.metadata ?? {}, change);
      await stripe.pay(redirectTo);
      expect(log.join('')).toContain('something was paid that the catalogue does not know');
      expect((await subscription()).addOns.credits).toBe(0);
    }
  });

  it('change with the answer of the provider, before it reports anything', async () => {
    const current = await subscribed();
    const same = await client.send(endpoints.upgrade, { body: { planId: 'premium' } });
    expect([same.status, same.body.code]).toEqual([409, 'payments.plan_is_current']);
    stripe.webhookUrl = undefined;
    expect(await checkout('enterprise')).toBeNull();
    expect((await subscription()).planDetails.planId).toBe('enterprise');
    const chosen = `select details from audit_log where action = 'payments.plan_chosen' and tenant_id = $1`;
    expect(await server.sql(chosen, [tenantId])).toEqual([{ details: { isResumed: false } }]);
    current.status = 'past_due';
    await client.call(endpoints.cancelSubscription, { body: { feedback: ['too_complex'] } });
    current.status = 'active';
    await client.call(endpoints.cancelSubscription, { body: {} });
    expect((await subscription()).cancelAtCycleEnd).toBe(true);
    await client.call(endpoints.cancelSubscription, { body: { cancelAtCycleEnd: false } });
    expect((await subscription()).planDetails.planId).toBe('free');
    const cancellations = await server.sql(
      'select reasons, comment, at_cycle_end from plan_cancellations where tenant_id = $1 order by created_at',
      [tenantId],
    );
    const silent = { reasons: [], comment: null };
    expect(cancellations).toEqual([
      { reasons: ['too_complex'], comment: null, at_cycle_end: true },
      { ...silent, at_cycle_end: true },
      { ...silent, at_cycle_end: false },
    ]);
  });

  it('can be cancelled while a payment is missing', async () => {
    const current = await subscribed();
    await stripe.failPayment(current);
    expect((await subscription()).status).toBe('PAST_DUE');
    await client.call(endpoints.cancelSubscription, { body: { cancelAtCycleEnd: false } });
    expect((await subscription()).planDetails.planId).toBe('free');
  });

  it('leave alone a plan that is paid by invoice, which is cancelled without the provider', async () => {
    await checkout();
    const premium = { planId: 'premium', provider: 'manual' } as const;
    await server.contextOf(tenantId).tx((tx) => changePlan(tx, premium));
    const customer = [...stripe.books.customers.values()].find(
      ({ metadata }) => metadata['tenantId'] === tenantId,
    );
    stripe.tell('customer.subscription.deleted', { id: 'sub_gone', customer: { id: customer?.id } });
    await stripe.settled();
    expect((await subscription()).planDetails.planId).toBe('premium');
    await client.call(endpoints.cancelSubscription, { body: { cancelAtCycleEnd: false } });
    expect((await subscription()).planDetails.planId).toBe('free');
  });

  it('are read again while others are stored, up to five times', async () => {
    const current = await subscribed();
    let outdated = 0;
    stripe.hold = async (path) => {
      if (path !== '/v1/subscriptions' || outdated === 4) return;
      outdated += 1;
      await server.sql('update payment_accounts set revision = revision + 1 where tenant_id = $1', [
        tenantId,
      ]);
    };
    current.cancel_at_period_end = true;
    const event = { id: 'evt_fifth', type: 'customer.subscription.updated', created: 1 };
    expect((await stripe.send({ ...event, data: { object: current } })).status).toBe(200);
    stripe.hold = undefined;
    expect(outdated).toBe(4);
    expect((await subscription()).cancelAtCycleEnd).toBe(true);
  });

  it('continue for a while after a payment failed, and renew with the next payment', async () => {
    const current = await subscribed();
    await stripe.failPayment(current);
    const pastDue = await subscription();
    expect(pastDue).toMatchObject({ status: 'PAST_DUE', planDetails: { planId: 'premium' } });
    expect(Date.parse(pastDue.graceEndsAt ?? '')).toBeGreaterThan(Date.now());
    const [open] = await invoices();
    expect(open).toMatchObject({ status: 'DUE', total: 9900 });
    const unpaid = [...stripe.books.invoices.values()].find(
      ({ customer, status }) => customer === current.customer && status === 'open',
    );
    if (!unpaid) throw new Error('There is no unpaid invoice.');
    unpaid.status = 'paid';
    unpaid.status_transitions.paid_at = Math.floor(Date.now() / 1000);
    current.status = 'active';
    stripe.tell('invoice.paid', unpaid);
    await stripe.settled();
    expect((await subscription()).status).toBe('ACTIVE');
    expect((await invoices())[0]).toMatchObject({ number: open?.number, status: 'PAID', dueAt: null });
    expect(await invoices()).toHaveLength(2);
  });

  it('give way to the free plan when the subscription ends at the provider', async () => {
    const current = await subscribed();
    await stripe.end(current);
    expect((await subscription()).planDetails.planId).toBe('free');
    expect(await invoices()).toHaveLength(1);
  });

  it('have add-ons whose credits are added once', { tags: ['BILLING-12'] }, async () => {
    const body = { addOnId: 'credits-100k', quantity: 2 };
    const { redirectTo } = await client.call(endpoints.paymentLink, { body });
    const { customer } = await stripe.pay(redirectTo);
    expect((await subscription()).addOns.credits).toBe(200_000);
    for (const event of eventsOf(customer)) {
      await stripe.send(event);
      await stripe.send({ ...event, id: `${event.id}_again` });
    }
    expect((await subscription()).addOns.credits).toBe(200_000);
    expect(await invoices()).toMatchObject([
      { status: 'PAID', total: 3800, lines: [{ quantity: 2, unitAmount: 1900 }] },
    ]);
    expect((await subscription()).planDetails.planId).toBe('free');
    expect(await auditTrail(server, 'credits-100k')).toContain('payments.add_on_bought');
    const single = await client.call(endpoints.paymentLink, { body });
    delete stripe.books.sessions.get(single.redirectTo?.split('/').at(-1) ?? '')?.metadata['quantity'];
    await stripe.pay(single.redirectTo);
    expect((await subscription()).addOns.credits).toBe(300_000);
  });

  it('have add-ons that add nothing for an event that falsely claims a payment', async () => {
    const { redirectTo } = await client.call(endpoints.paymentLink, { body: { addOnId: 'credits-1m' } });
    const session = stripe.books.sessions.get(redirectTo?.split('/').at(-1) ?? '');
    const object = { ...session, payment_status: 'paid', status: 'complete' };
    const lie = { id: 'evt_unpaid', type: 'checkout.session.completed', created: 1, data: { object } };
    expect((await stripe.send(lie)).status).toBe(200);
    expect((await subscription()).addOns.credits).toBe(0);
  });

  /** Creates a subscription whose month began ten days ago. */
  const subscribedEarlier = async () => {
    const current = await subscribed();
    const [item] = current.items.data;
    if (item) item.current_period_end -= 10 * 86_400;
    await server.sql(
      `update subscriptions set period_ends_at = period_ends_at - interval '10 days' where tenant_id = $1`,
      [tenantId],
    );
    return current;
  };

  it('change with the card that the tenant already uses', async () => {
    await subscribedEarlier();
    expect(await checkout('enterprise')).toBeNull();
    await stripe.settled();
    expect(await subscription()).toMatchObject({
      planDetails: { planId: 'enterprise' },
      status: 'ACTIVE',
      featureBalances: { credits: 12_000_000 },
    });
    expect((await invoices()).map(({ total }) => total)).toEqual([99_900, 9900]);
  });

  it('cost their whole price whenever they bring credits, so that switching back and forth brings none for free', async () => {
    await subscribedEarlier();
    for (const planId of ['enterprise', 'premium', 'enterprise']) {
      expect(await checkout(planId)).toBeNull();
      await stripe.settled();
    }
    expect((await invoices()).map(({ total }) => total)).toEqual([99_900, 9900, 99_900, 9900]);
    expect(await subscription()).toMatchObject({ planDetails: { planId: 'enterprise' }, status: 'ACTIVE' });
  });

  it('bring no credits when they are changed at the provider within a paid month', async () => {
    const current = await subscribed();
    const [item] = current.items.data;
    const before = (await subscription()).featureBalances;
    for (const planId of ['enterprise', 'premium', 'enterprise']) {
      const price = [...stripe.books.prices.values()].find((each) => each.lookup_key === planId);
      if (item && price) item.price = price;
      stripe.tell('customer.subscription.updated', current);
      await stripe.settled();
      expect(await subscription()).toMatchObject({ planDetails: { planId }, featureBalances: before });
    }
  });

  it('continue after a cancellation without another charge', { tags: ['CANCEL-14'] }, async () => {
    const current = await subscribed();
    await client.call(endpoints.cancelSubscription, { body: {} });
    expect(await checkout()).toBeNull();
    await stripe.settled();
    expect(current.cancel_at_period_end).toBe(false);
    expect(await subscription()).toMatchObject({
      planDetails: { planId: 'premium' },
      cancelAtCycleEnd: false,
    });
    expect(await invoices()).toHaveLength(1);
  });

  it('are cancelled at the provider, at the end of the paid period or at once', {
    tags: ['CANCEL-10', 'CANCEL-14'],
  }, async () => {
    const current = await subscribed();
    const { endsAt } = await client.call(endpoints.cancelSubscription, { body: {} });
    expect(current.cancel_at_period_end).toBe(true);
    expect(endsAt).toBe(new Date((current.items.data[0]?.current_period_end ?? 0) * 1000).toISOString());
    await stripe.settled();
    expect(await subscription()).toMatchObject({
      planDetails: { planId: 'premium' },
      cancelAtCycleEnd: true,
    });
    await client.call(endpoints.cancelSubscription, { body: { cancelAtCycleEnd: false } });
    await stripe.settled();
    expect(current.status).toBe('canceled');
    expect((await subscription()).planDetails.planId).toBe('free');
  });

  it('end with a tenant that is deleted, as soon as the provider can be reached', async () => {
    const current = await subscribed();
    stripe.isDown = true;
    const rows = await server.sql<{ name: string }>('select name from tenants where id = $1', [tenantId]);
    const tenantName = rows[0]?.name ?? '';
    await client.call(people.endpoints.removeTenant, { params: { id: tenantId }, body: { tenantName } });
    expect(current.status).toBe('active');
    stripe.isDown = false;
    await eventually(() => Promise.resolve(current.status === 'canceled'), 40_000);
  });

  it('end completely with a tenant that is deleted, even when two checkouts were paid', async () => {
    const urls = [await checkout(), await checkout('enterprise')];
    for (const url of urls) await stripe.pay(url);
    const [{ name: tenantName } = { name: '' }] = await server.sql<{ name: string }>(
      'select name from tenants where id = $1',
      [tenantId],
    );
    const { customer } = stripe.books.sessions.get(urls[0]?.split('/').at(-1) ?? '') ?? {};
    const own = [...stripe.books.subscriptions.values()].filter((each) => each.customer === customer);
    await client.call(people.endpoints.removeTenant, { params: { id: tenantId }, body: { tenantName } });
    expect(own).toHaveLength(2);
    expect(await eventually(async () => own.every(({ status }) => status === 'canceled'))).toBe(true);
  });

  it('have a customer portal', { tags: ['BILLING-12'] }, async () => {
    const current = await subscribed();
    const { redirectTo } = await client.call(endpoints.customerPortal, { body: {} });
    expect(stripe.books.portals.get(redirectTo.split('/').at(-1) ?? '')).toEqual({
      customer: current.customer,
      returnUrl: `${server.origin}/pricing/history`,
    });
  });

  it('report a failure of the provider, and leave nothing half-done', {
    tags: ['BILLING-13', 'BILLING-14'],
  }, async () => {
    stripe.isDown = true;
    const { status, body } = await client.send(endpoints.upgrade, { body: { planId: 'premium' } });
    expect([status, body.code, body.message]).toEqual([
      502,
      'payments.setup_failed',
      'An error occurred while setting up Stripe. Please try again.',
    ]);
    expect(await server.sql('select 1 from payment_customers where tenant_id = $1', [tenantId])).toEqual([]);
    stripe.isDown = false;
    expect(await checkout()).toContain('/pay/');
  });

  it('leave an event to be sent again when the provider cannot be reached', async () => {
    const url = await checkout();
    stripe.isDown = true;
    const { customer } = await stripe.pay(url);
    expect((await subscription()).planDetails.planId).toBe('free');
    stripe.isDown = false;
    for (const event of eventsOf(customer)) expect((await stripe.send(event)).status).toBe(200);
    expect((await subscription()).planDetails.planId).toBe('premium');
  });
});
