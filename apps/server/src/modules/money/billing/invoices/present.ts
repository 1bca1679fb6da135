import type { Invoice } from '@atelier/contracts/money/payments';
import type { TenantInvoice } from '@atelier/contracts/operate/admin';
import type { InvoiceRow } from './tables.ts';

export const presentInvoice = (row: InvoiceRow): Invoice => ({
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
export const isPaidByHand = ({ externalId, status }: Pick<InvoiceRow, 'externalId' | 'status'>): boolean =>
  externalId === null && status !== 'VOID';

export const presentTenantInvoice = (row: InvoiceRow): TenantInvoice => ({
  ...presentInvoice(row),
  abilities: {
    canMarkPaid: isPaidByHand(row) && row.status === 'DUE',
    canReopen: isPaidByHand(row) && row.status === 'PAID',
  },
});
