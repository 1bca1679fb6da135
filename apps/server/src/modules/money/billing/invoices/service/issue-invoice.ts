import type { InvoiceLine, InvoiceStatus } from '@atelier/contracts/money/payments';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { findTenant } from '../../../../account/tenancy/index.ts';
import { getCatalogue, planFor } from '../../catalogue.ts';
import { invoiceRepository } from '../repository.ts';

const daysToPay = 14;
const dayMs = 86_400_000;
const prefixLength = 8;

/** Returns the date by which an invoice must be paid that is not paid by card. */
export const dueAfter = (issuedAt: Date): Date => new Date(issuedAt.getTime() + daysToPay * dayMs);

export interface NewInvoice {
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
export const issueInvoice = async (tx: TxCtx, invoice: NewInvoice): Promise<string> => {
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

interface Sold {
  description: string;
  unitAmount: number;
  quantity: number;
}

/** Issues an invoice that the tenant pays within two weeks. Nothing is issued for a price of zero. */
export const invoiceByHand = async (tx: TxCtx, line: Sold): Promise<void> => {
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
