import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { billing } from '@atelier/contracts/money/billing';
import { payments } from '@atelier/contracts/money/payments';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { auditTrail, startTestServer, type TestServer } from '../../../../tests/harness.ts';

const { endpoints } = payments;

const textOfPdf = async (bytes: Uint8Array): Promise<string> => {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const document = await getDocument({ data: bytes }).promise;
  const texts: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    texts.push(items.map((item) => ('str' in item ? item.str : '')).join(' '));
  }
  return texts.join('\n');
};

describe('plans that are paid by invoice', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  const upgrade = (client: Client, planId: string) => client.send(endpoints.upgrade, { body: { planId } });
  const invoicesOf = async (client: Client) => (await client.call(endpoints.invoices, {})).items;
  const subscriptionOf = (client: Client) => client.call(billing.endpoints.subscription, {});
  const codeOf = async (reply: Promise<{ status: number; body: { code?: string } }>) => {
    const { status, body } = await reply;
    return [status, body.code];
  };

  it('change at once and leave an invoice that is due', {
    tags: ['BILLING-10', 'BILLING-11'],
  }, async () => {
    const { client } = await server.signUp();
    const { body } = await upgrade(client, 'premium');
    expect(body.responseData).toEqual({ redirectTo: null });
    expect(await subscriptionOf(client)).toMatchObject({
      planDetails: { planId: 'premium' },
      featureBalances: { credits: 1_000_000 },
      status: 'ACTIVE',
    });
    const [invoice] = await invoicesOf(client);
    expect(invoice).toMatchObject({ status: 'DUE', total: 9900, currency: 'USD', paidAt: null });
    expect(invoice?.lines).toEqual([
      { description: 'Premium plan, one month', quantity: 1, unitAmount: 9900, amount: 9900 },
    ]);
    expect(new Date(invoice?.dueAt ?? 0).getTime()).toBeGreaterThan(Date.now());
  });

  it('state before and after the choice how invoices are paid, in the operator’s words', async () => {
    const words = async (on: TestServer) => {
      const { client } = await on.signUp();
      const { payment } = await client.call(billing.endpoints.plans, {});
      const { invoiceNote } = await client.call(endpoints.invoices, {});
      return { payment, invoiceNote };
    };
    expect(await words(server)).toEqual({ payment: { by: 'invoice', note: null }, invoiceNote: null });
    const note = 'Please pay to IBAN DE02 1203 0000 0000 2020 51.';
    const noted = await server.another({ env: { BILLING_INVOICE_NOTE: note } });
    expect(await words(noted)).toEqual({ payment: { by: 'invoice', note }, invoiceNote: note });
    await noted.close();
  });

  it('have add-ons that are listed by service and by package', { tags: ['BILLING-08'] }, async () => {
    const { client, user } = await server.signUp();
    const { tenantId } = user;
    const list = async (type?: 'ATELIER' | 'PIPEDRIVE' | 'HUBSPOT' | 'ADDON' | 'SUBSCRIPTION') =>
      (await client.call(endpoints.addOns, { query: { tenantId, type } })).addOns;
    const credits = [
      ['credits-100k', 'ATELIER', 'ADDON'],
      ['credits-1m', 'ATELIER', 'ADDON'],
    ];
    for (const type of [undefined, 'ATELIER', 'ADDON'] as const)
      expect(
        (await list(type)).map(({ addOnId, serviceType, packageType }) => [
          addOnId,
          serviceType,
          packageType,
        ]),
      ).toEqual(credits);
    for (const type of ['PIPEDRIVE', 'HUBSPOT', 'SUBSCRIPTION'] as const)
      expect(await list(type)).toEqual([]);
  });

  it('sell no add-on for a CRM, not even one of the own catalogue, as long as there are no CRM screens', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'catalogue-')), 'plans.json');
    const plan = (planId: string, planType: string) => ({
      ...{ planId, planType, name: planId, description: '', monthlyPrice: 0 },
      featureBalances: {
        ...{ credits: 5, members: null, knowledgeBases: null, apps: null },
        ...{ storageBytes: null, dailyStories: null },
      },
    });
    const addOn = { name: 'Deals', description: '', price: 2900, credits: 50_000 };
    const addOns = [
      { ...addOn, addOnId: 'pipedrive-sales', serviceType: 'PIPEDRIVE' },
      { ...addOn, addOnId: 'hubspot-sales', serviceType: 'HUBSPOT' },
    ];
    const plans = [plan('starter', 'Free'), plan('team', 'Premium')];
    await writeFile(path, JSON.stringify({ currency: 'EUR', plans, addOns }));
    const own = await server.another({ env: { BILLING_CATALOGUE: path } });
    for (const each of [server, own]) {
      const { client } = await each.signUp();
      expect((await client.call(endpoints.addOns, { query: { type: 'HUBSPOT' } })).addOns).toEqual([]);
      for (const addOnId of ['pipedrive-sales', 'hubspot-sales'])
        expect(await codeOf(client.send(endpoints.paymentLink, { body: { addOnId } }))).toEqual([
          404,
          'payments.add_on_not_found',
        ]);
      expect(await invoicesOf(client)).toEqual([]);
    }
    await own.close();
  });

  it('have add-ons whose credits are added at once, times the quantity', {
    tags: ['BILLING-11'],
  }, async () => {
    const { client } = await server.signUp();
    const body = { addOnId: 'credits-100k', quantity: 3 };
    expect(await client.call(endpoints.paymentLink, { body })).toEqual({ redirectTo: null });
    expect((await subscriptionOf(client)).addOns.credits).toBe(300_000);
    expect(await auditTrail(server, 'credits-100k')).toContain('payments.add_on_bought');
    const [invoice] = await invoicesOf(client);
    expect(invoice).toMatchObject({ total: 5700, lines: [{ quantity: 3, unitAmount: 1900, amount: 5700 }] });
  });

  it('have invoices that are numbered without a gap, also when several are issued at the same time', async () => {
    const { client } = await server.signUp();
    const other = (await server.signUp('Grace Hopper')).client;
    const buy = (who: Client) => who.call(endpoints.paymentLink, { body: { addOnId: 'credits-100k' } });
    await buy(client);
    await upgrade(client, 'nonsense');
    await Promise.all([...Array.from({ length: 8 }, () => buy(client)), buy(other)]);
    await upgrade(client, 'premium');
    await upgrade(client, 'enterprise');
    const numbers = (await invoicesOf(client)).map(({ number }) => Number(number.split('-')[1]));
    expect(numbers).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    const [first] = await invoicesOf(other);
    expect(first?.number).toMatch(/^[0-9A-Z]{8}-0001$/);
    expect(first?.number).not.toBe((await invoicesOf(client)).at(-1)?.number);
  });

  it('have invoices that are listed page by page and found by number and status', async () => {
    const { client } = await server.signUp();
    for (let count = 0; count < 3; count += 1)
      await client.call(endpoints.paymentLink, { body: { addOnId: 'credits-100k' } });
    const first = await client.call(endpoints.invoices, { query: { limit: 2 } });
    expect([first.items.length, first.total, first.hasPortal]).toEqual([2, 3, false]);
    const cursor = first.nextCursor ?? '';
    const rest = await client.call(endpoints.invoices, { query: { limit: 2, cursor } });
    expect(rest.items.map(({ number }) => number.slice(-4))).toEqual(['0001']);
    const found = await client.call(endpoints.invoices, { query: { search: '-0002' } });
    expect(found.items.map(({ number }) => number.slice(-4))).toEqual(['0002']);
    expect((await client.call(endpoints.invoices, { query: { status: 'PAID' } })).items).toEqual([]);
  });

  it('have invoices that nobody can change or delete, not even with a statement of the application', async () => {
    const { client, user } = await server.signUp();
    await upgrade(client, 'premium');
    const ctx = server.contextOf(user.tenantId);
    const run = (statement: string) =>
      ctx.tx(({ db }) => db.execute(statement)).catch((error: Error) => String(error.cause));
    expect(await run('update invoices set total = 1')).toContain('permission denied');
    expect(await run('delete from invoices')).toContain('permission denied');
    expect((await invoicesOf(client))[0]?.total).toBe(9900);
  });

  it('have invoices as PDF with the name that the tenant had, in its own script', async () => {
    const { client, user } = await server.signUp();
    await server.sql('update tenants set name = $1 where id = $2', ['ООО «Ромашка» Łódź', user.tenantId]);
    await upgrade(client, 'premium');
    await server.sql('update tenants set name = $1 where id = $2', ['Renamed', user.tenantId]);
    const [invoice] = await invoicesOf(client);
    const response = await client.fetch(`/api/payment/invoices/${invoice?.invoiceId}/pdf`);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="invoice-${invoice?.number}.pdf"`,
    );
    const text = await textOfPdf(new Uint8Array(await response.arrayBuffer()));
    for (const word of [invoice?.number, 'ООО «Ромашка» Łódź', 'Premium plan, one month', '$99.00', 'Due on'])
      expect(text).toContain(word);
  });

  it('have invoices that other tenants cannot find', async () => {
    const { client } = await server.signUp();
    await upgrade(client, 'premium');
    const [invoice] = await invoicesOf(client);
    const stranger = (await server.signUp('Grace Hopper')).client;
    const params = { id: invoice?.invoiceId ?? '' };
    expect(await codeOf(stranger.send(endpoints.invoicePdf, { params }))).toEqual([
      404,
      'payments.invoice_not_found',
    ]);
  });

  it('refuse an impossible choice with the reason', async () => {
    const { client } = await server.signUp();
    expect(await codeOf(upgrade(client, 'golden'))).toEqual([404, 'payments.plan_not_found']);
    expect(await codeOf(upgrade(client, 'free'))).toEqual([409, 'payments.plan_is_current']);
    await upgrade(client, 'premium');
    expect(await codeOf(upgrade(client, 'premium'))).toEqual([409, 'payments.plan_is_current']);
    expect(await codeOf(upgrade(client, 'free'))).toEqual([409, 'payments.plan_by_cancelling']);
    const buy = (body: object) => codeOf(client.send(endpoints.paymentLink, { body }));
    expect(await buy({ addOnId: 'gold' })).toEqual([404, 'payments.add_on_not_found']);
    expect(await buy({})).toEqual([400, 'request.invalid']);
    expect(await buy({ addOnId: 'credits-1m', planId: 'premium' })).toEqual([400, 'request.invalid']);
    expect(await invoicesOf(client)).toHaveLength(1);
  });

  it('have no customer portal and accept no events', { tags: ['BILLING-12'] }, async () => {
    const { client } = await server.signUp();
    expect(await codeOf(client.send(endpoints.customerPortal, { body: {} }))).toEqual([
      404,
      'payments.no_portal',
    ]);
    const response = await server
      .visitor()
      .fetch('/api/payment/stripe-webhook', { method: 'POST', body: '{}' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'payments.webhook_not_configured' });
  });

  it('have an invoice for each month', async () => {
    const { client, user } = await server.signUp();
    await upgrade(client, 'premium');
    await server.sql(
      `update subscriptions set due_at = now() - interval '1 minute', period_ends_at = now() - interval '1 minute',
        period_starts_at = period_starts_at - interval '1 month', anchor_at = anchor_at - interval '1 month' - interval '1 minute'
        where tenant_id = $1`,
      [user.tenantId],
    );
    expect((await subscriptionOf(client)).status).toBe('ACTIVE');
    await subscriptionOf(client);
    expect((await invoicesOf(client)).map(({ total }) => total)).toEqual([9900, 9900]);
  });

  const cancelWithReasons = async () => {
    const { client, user } = await server.signUp();
    await upgrade(client, 'premium');
    const { periodEndsAt } = await subscriptionOf(client);
    const { body } = await client.send(endpoints.cancelSubscription, {
      body: {
        tenantId: user.tenantId,
        cancelAtCycleEnd: true,
        feedback: ['missing_features', 'too_complex', 'too_expensive', 'switched_service'],
        comment: 'See you.',
      },
    });
    expect(body).toMatchObject({ responseCode: 200, responseData: { endsAt: periodEndsAt } });
    return { client, tenantId: user.tenantId };
  };

  it('are cancelled with reasons and a comment', {
    tags: ['CANCEL-02', 'CANCEL-09', 'CANCEL-10'],
  }, async () => {
    const { tenantId } = await cancelWithReasons();
    expect(
      await server.sql('select reasons, comment, plan_id from plan_cancellations where tenant_id = $1', [
        tenantId,
      ]),
    ).toEqual([
      {
        reasons: ['missing_features', 'too_complex', 'too_expensive', 'switched_service'],
        comment: 'See you.',
        plan_id: 'premium',
      },
    ]);
  });

  it('continue after a cancellation to the end of the month', { tags: ['CANCEL-14'] }, async () => {
    const { client, tenantId } = await cancelWithReasons();
    expect(await subscriptionOf(client)).toMatchObject({
      planDetails: { planId: 'premium' },
      cancelAtCycleEnd: true,
    });
    await server.sql(
      `update subscriptions set due_at = now() - interval '1 minute', period_ends_at = now() - interval '1 minute' where tenant_id = $1`,
      [tenantId],
    );
    expect(await subscriptionOf(client)).toMatchObject({ planDetails: { planId: 'free' } });
    expect(await invoicesOf(client)).toHaveLength(1);
  });

  it('continue after a cancellation when they are chosen again, without another invoice', async () => {
    const { client } = await server.signUp();
    await upgrade(client, 'premium');
    await client.call(endpoints.cancelSubscription, { body: {} });
    expect((await upgrade(client, 'premium')).status).toBe(200);
    expect((await subscriptionOf(client)).cancelAtCycleEnd).toBe(false);
    expect(await invoicesOf(client)).toHaveLength(1);
  });

  it('are cancelled at once on request, and bought credits and invoices stay', {
    tags: ['CANCEL-08', 'CANCEL-14'],
  }, async () => {
    const { client } = await server.signUp();
    await upgrade(client, 'premium');
    await client.call(endpoints.paymentLink, { body: { addOnId: 'credits-100k' } });
    const { endsAt } = await client.call(endpoints.cancelSubscription, {
      body: { cancelAtCycleEnd: false, feedback: [] },
    });
    expect(new Date(endsAt).getTime()).toBeLessThanOrEqual(Date.now() + 1000);
    expect(await subscriptionOf(client)).toMatchObject({
      planDetails: { planId: 'free' },
      addOns: { credits: 100_000 },
    });
    expect(await invoicesOf(client)).toHaveLength(2);
  });

  it('cannot be cancelled when they cost nothing, or with an unknown reason', async () => {
    const { client } = await server.signUp();
    const cancel = (body: object) => codeOf(client.send(endpoints.cancelSubscription, { body }));
    expect(await cancel({})).toEqual([412, 'payments.nothing_to_cancel']);
    await client.call(billing.endpoints.startTrial, { body: {} });
    expect(await cancel({})).toEqual([412, 'payments.nothing_to_cancel']);
    expect(await cancel({ feedback: ['bored'] })).toEqual([400, 'request.invalid']);
  });
});
