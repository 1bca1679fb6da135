import type { Invoice } from '@atelier/contracts';
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
