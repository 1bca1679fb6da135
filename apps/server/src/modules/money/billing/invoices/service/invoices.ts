import { Readable } from 'node:stream';
import type { Invoice, InvoiceLine, InvoiceStatus } from '@atelier/contracts/money/payments';
import type { TenantInvoice } from '@atelier/contracts/operate/admin';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import type { PageOrder } from '../../../../../kernel/db/paging.ts';
import { findTenant } from '../../../../account/tenancy/index.ts';
import { getCatalogue, planFor } from '../../catalogue.ts';
import { printedInvoice } from '../../computations.ts';
import type { InvoiceRow } from '../../tables.ts';
import { type InvoiceFilter, invoiceRepository } from '../repository.ts';

const daysToPay = 14;
const dayMs = 86_400_000;
const prefixLength = 8;

/** Returns the date by which an invoice must be paid that is not paid by card. */
const dueAfter = (issuedAt: Date): Date => new Date(issuedAt.getTime() + daysToPay * dayMs);

interface NewInvoice {
  currency: string;
  lines: InvoiceLine[];
  total: number;
  status: InvoiceStatus;
  issuedAt: Date;
  dueAt: Date | null;
  paidAt: Date | null;
  /** The id of the provider's own invoice. */
  externalId: string | null;
}

/** Formats an invoice number such as "K3V9QX2A-0007": a part for the tenant, then the ordinal of the invoice. */
const formatNumber = (tenantId: string, ordinal: number): string =>
  `${tenantId.slice(-prefixLength).toUpperCase()}-${String(ordinal).padStart(4, '0')}`;

/** Stores an invoice under the tenant's next number, and returns its id. */
const issueInvoice = async (tx: TxCtx, invoice: NewInvoice): Promise<string> => {
  const ordinal = await invoiceRepository.nextOrdinal(tx.db);
  const tenant = await findTenant(tx.db, tx.tenantId);
  const id = newId('inv');
  const number = formatNumber(tx.tenantId, ordinal);
  await invoiceRepository.insertInvoice(tx.db, {
    id,
    ordinal,
    number,
    companyName: tenant?.tenantName ?? '',
    ...invoice,
  });
  await tx.audit('payments.invoice_issued', id, { number, total: invoice.total, currency: invoice.currency });
  return id;
};

/** Issues an invoice that the tenant pays within two weeks. Nothing is issued for a price of zero. */
const invoiceByHand = async (
  tx: TxCtx,
  line: { description: string; unitAmount: number; quantity: number },
): Promise<void> => {
  const { currency } = getCatalogue(tx.services.config);
  const total = line.unitAmount * line.quantity;
  if (total === 0) return;
  const now = tx.now();
  await issueInvoice(tx, {
    currency,
    lines: [{ ...line, amount: total }],
    total,
    status: 'DUE',
    issuedAt: now,
    dueAt: dueAfter(now),
    paidAt: null,
    externalId: null,
  });
};

/** Issues the invoice for a month of a plan. */
export const invoicePlan = async (tx: TxCtx, planId: string): Promise<void> => {
  const { name, monthlyPrice } = planFor(getCatalogue(tx.services.config), planId);
  await invoiceByHand(tx, { description: `${name} plan, one month`, unitAmount: monthlyPrice, quantity: 1 });
};

/** Counts the stored states of the payment provider, so that an older state never replaces a newer one. */
export const paymentRevision = {
  read: ({ db }: TxCtx): Promise<number> => invoiceRepository.revision(db),

  /** Locks the tenant's payments. Returns true when nobody has stored anything since `revision` was read. */
  advance: ({ db }: TxCtx, revision: number): Promise<boolean> => invoiceRepository.advance(db, revision),
};

/**
 * Marks an invoice as paid, or as open again. Throws `payments.invoice_not_found`, `payments.invoice_not_by_hand` and
 * `payments.invoice_unchanged`.
 */
const markInvoice = async (
  tx: TxCtx,
  { invoiceId, status }: { invoiceId: string; status: 'PAID' | 'DUE' },
): Promise<TenantInvoice> => {
  const row = (await invoiceRepository.lockInvoice(tx.db, invoiceId)) ?? fail('payments.invoice_not_found');
  if (!isPaidByHand(row)) fail('payments.invoice_not_by_hand');
  if (row.status === status) fail('payments.invoice_unchanged');
  const isPaid = status === 'PAID';
  const state = {
    status,
    paidAt: isPaid ? tx.now() : null,
    dueAt: isPaid ? null : dueAfter(row.issuedAt),
  };
  await invoiceRepository.settleInvoice(tx.db, invoiceId, state);
  const { number } = row;
  await tx.audit(isPaid ? 'payments.invoice_paid' : 'payments.invoice_reopened', invoiceId, { number });
  return presentTenantInvoice({ ...row, ...state });
};

type InvoiceList = InvoiceFilter & Omit<PageOrder<'issuedAt'>, 'sort'>;

const listInvoices = (ctx: Ctx, { search, status, ...page }: InvoiceList) =>
  ctx.tx(async (tx) => {
    const { rows, nextCursor, total } = await invoiceRepository.listInvoices(
      tx.db,
      { search, status },
      { ...page, sort: 'issuedAt' },
    );
    const items: Invoice[] = rows.map(presentInvoice);
    const { stripe, invoiceNote = null } = tx.services.config.billing;
    return { items, nextCursor, total, hasPortal: stripe !== undefined, invoiceNote };
  });

/** Lists the invoices of a tenant as operators see them. */
const listTenantInvoices = async (
  { db }: TxCtx,
  { search, status, ...page }: InvoiceList,
): Promise<{ items: TenantInvoice[]; nextCursor: string | null; total: number }> => {
  const order = { ...page, sort: 'issuedAt' } as const;
  const { rows, ...rest } = await invoiceRepository.listInvoices(db, { search, status }, order);
  return { ...rest, items: rows.map(presentTenantInvoice) };
};

/** Returns the invoice as PDF, with its file name. Throws `payments.invoice_not_found`. */
const printInvoice = async (ctx: Ctx, id: string): Promise<{ fileName: string; body: Readable }> => {
  const row =
    (await ctx.tx(({ db }) => invoiceRepository.findInvoice(db, id))) ?? fail('payments.invoice_not_found');
  const printed = { invoice: presentInvoice(row), companyName: row.companyName };
  const bytes = await ctx.services.compute.run(printedInvoice, printed, { tenantId: ctx.tenantId });
  return { fileName: `invoice-${row.number}.pdf`, body: Readable.from([bytes]) };
};

const presentInvoice = (row: InvoiceRow): Invoice => ({
  invoiceId: row.id,
  number: row.number,
  status: row.status,
  currency: row.currency,
  total: row.total,
  lines: row.lines,
  issuedAt: row.issuedAt.toISOString(),
  dueAt: row.dueAt?.toISOString() ?? null,
  paidAt: row.paidAt?.toISOString() ?? null,
});

/** True when an operator marks the invoice as paid; for card payments the payment provider does. */
const isPaidByHand = ({ externalId, status }: Pick<InvoiceRow, 'externalId' | 'status'>): boolean =>
  externalId === null && status !== 'VOID';

const presentTenantInvoice = (row: InvoiceRow): TenantInvoice => ({
  ...presentInvoice(row),
  abilities: {
    canMarkPaid: isPaidByHand(row) && row.status === 'DUE',
    canReopen: isPaidByHand(row) && row.status === 'PAID',
  },
});

/** An invoice of the payment provider. */
export type CardInvoice = NewInvoice & { externalId: string };

/** Stores a provider's invoice, or the new status of a stored one. A paid or void invoice never changes. */
const keepCardInvoice = async (tx: TxCtx, invoice: CardInvoice): Promise<void> => {
  const known = await invoiceRepository.findExternalInvoice(tx.db, invoice.externalId);
  if (!known) await issueInvoice(tx, invoice);
  else if (known.status === 'DUE') await invoiceRepository.settleInvoice(tx.db, known.id, invoice);
};

/** The invoices of a tenant, for the modules that sell to it and that show them. */
export const invoices = {
  list: listInvoices,
  listForOperator: listTenantInvoices,
  count: ({ db }: TxCtx): Promise<number> => invoiceRepository.countInvoices(db),
  print: printInvoice,
  issueForPlan: invoicePlan,
  issueByHand: invoiceByHand,
  keepCardInvoice,
  mark: markInvoice,
};
