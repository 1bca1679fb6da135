import { payments } from '@atelier/contracts/money/payments';
import { admin } from '@atelier/contracts/operate/admin';
import { audit } from '@atelier/contracts/operate/audit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../tests/client.ts';
import { startTestServer, type TestServer } from '../../../../tests/harness.ts';

const { endpoints } = admin;
const fortnightMs = 14 * 86_400_000;

const textOf = async (client: Client, invoiceId: string): Promise<string> => {
  const path = payments.endpoints.invoicePdf.path.replace(':id', invoiceId);
  const data = new Uint8Array(await (await client.fetch(path)).arrayBuffer());
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const page = await (await getDocument({ data }).promise).getPage(1);
  const { items } = await page.getTextContent();
  return items.map((item) => ('str' in item ? item.str : '')).join(' ');
};

describe('an invoice that is paid outside the product', () => {
  let server: TestServer;
  let staff: Client;
  beforeAll(async () => {
    server = await startTestServer({ env: { INTERNAL_DOMAINS: 'internal.example' } });
    const signedUp = await server.signUp('Ada Staff');
    staff = signedUp.client;
    await server.sql(
      `update users set email = 'ada@internal.example', email_verified = true, mail_proven = true where id = $1`,
      [signedUp.user.userId],
    );
  });
  afterAll(() => server.close());

  const tenantOnPremium = async () => {
    const { client, user } = await server.signUp('Katherine Johnson');
    await client.call(payments.endpoints.upgrade, { body: { planId: 'premium' } });
    const params = { id: user.tenantId };
    const [invoice] = (await staff.call(endpoints.listInvoices, { params })).items;
    return { client, tenantId: user.tenantId, invoiceId: invoice?.invoiceId ?? '', invoice };
  };
  const mark = (id: string, invoiceId: string, status: 'PAID' | 'DUE') =>
    staff.send(endpoints.markInvoice, { params: { id, invoiceId }, body: { status } });
  const seenBy = async (client: Client) => (await client.call(payments.endpoints.invoices, {})).items[0];

  it('is marked as paid, which the tenant sees in the history and on the PDF, and as open again', {
    tags: ['BILLING-10', 'ROUTE-06', 'ROUTE-41'],
  }, async () => {
    const { client, tenantId, invoiceId, invoice } = await tenantOnPremium();
    expect(invoice).toMatchObject({ status: 'DUE', abilities: { canMarkPaid: true, canReopen: false } });
    const paid = await mark(tenantId, invoiceId, 'PAID');
    expect(paid.body.responseData).toMatchObject({
      status: 'PAID',
      abilities: { canMarkPaid: false, canReopen: true },
    });
    const shown = await seenBy(client);
    expect(shown).toMatchObject({ invoiceId, status: 'PAID', dueAt: null });
    expect(Date.parse(shown?.paidAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
    expect(await textOf(client, invoiceId)).toMatch(/Paid .*Paid on/);

    const twice = await mark(tenantId, invoiceId, 'PAID');
    expect([twice.status, twice.body.code]).toEqual([409, 'payments.invoice_unchanged']);

    await mark(tenantId, invoiceId, 'DUE');
    const open = await seenBy(client);
    expect(open).toMatchObject({ status: 'DUE', paidAt: null });
    expect(Date.parse(open?.dueAt ?? '') - Date.parse(open?.issuedAt ?? '')).toBe(fortnightMs);
    expect(await textOf(client, invoiceId)).toMatch(/Amount due/);
  });

  it('is marked with an entry in the tenant’s audit log', async () => {
    const { client, tenantId, invoiceId, invoice } = await tenantOnPremium();
    await mark(tenantId, invoiceId, 'PAID');
    await mark(tenantId, invoiceId, 'DUE');
    const { items } = await client.call(audit.endpoints.list, { query: { search: invoice?.number ?? '' } });
    const said = items.map(({ action, actor }) => [action, actor.name]);
    expect(said.slice(0, 2)).toEqual([
      ['payments.invoice_reopened', 'Ada Staff'],
      ['payments.invoice_paid', 'Ada Staff'],
    ]);
  });

  it('is found by its status and number', async () => {
    const { tenantId, invoiceId, invoice } = await tenantOnPremium();
    const found = async (query: object) =>
      (await staff.call(endpoints.listInvoices, { params: { id: tenantId }, query })).items.length;
    expect(await found({ status: 'DUE', search: invoice?.number })).toBe(1);
    expect(await found({ status: 'PAID' })).toBe(0);
    await mark(tenantId, invoiceId, 'PAID');
    expect(await found({ status: 'PAID' })).toBe(1);
  });

  it.each([
    ['goes by card', `external_id = 'in_1'`],
    ['is void', `status = 'VOID'`],
  ])('is left alone when it %s', async (_why, change) => {
    const { tenantId, invoiceId } = await tenantOnPremium();
    await server.sql(`update invoices set ${change} where id = $1`, [invoiceId]);
    const refused = await mark(tenantId, invoiceId, 'PAID');
    expect([refused.status, refused.body.code]).toEqual([409, 'payments.invoice_not_by_hand']);
    const { items } = await staff.call(endpoints.listInvoices, { params: { id: tenantId } });
    expect(items[0]?.abilities).toEqual({ canMarkPaid: false, canReopen: false });
  });

  it('is not found under another tenant, or a missing one', { tags: ['ROUTE-06'] }, async () => {
    const first = await tenantOnPremium();
    const second = await tenantOnPremium();
    const crossed = await mark(second.tenantId, first.invoiceId, 'PAID');
    expect([crossed.status, crossed.body.code]).toEqual([404, 'payments.invoice_not_found']);
    expect((await mark('ten_missing', first.invoiceId, 'PAID')).body.code).toBe('admin.tenant_not_found');
    const none = await staff.send(endpoints.listInvoices, { params: { id: 'ten_missing' } });
    expect(none.body.code).toBe('admin.tenant_not_found');
    const own = await first.client.send(endpoints.markInvoice, {
      params: { id: first.tenantId, invoiceId: first.invoiceId },
      body: { status: 'PAID' },
    });
    expect([own.status, own.body.code]).toEqual([404, 'request.not_found']);
    expect(await seenBy(first.client)).toMatchObject({ status: 'DUE' });
  });
});
