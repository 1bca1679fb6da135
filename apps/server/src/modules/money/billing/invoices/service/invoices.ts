import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { invoiceRepository } from '../repository.ts';
import { listInvoices, listTenantInvoices, printInvoice } from './invoice-reads.ts';
import { invoiceByHand, invoicePlan, issueInvoice, type NewInvoice } from './issue-invoice.ts';
import { markInvoice } from './mark-invoice.ts';

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
