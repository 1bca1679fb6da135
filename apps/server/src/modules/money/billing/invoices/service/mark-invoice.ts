import type { TenantInvoice } from '@atelier/contracts/operate/admin';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { isPaidByHand, presentTenantInvoice } from '../present.ts';
import { invoiceRepository } from '../repository.ts';
import { dueAfter } from './issue-invoice.ts';

/**
 * Marks an invoice as paid, or as open again. Throws `payments.invoice_not_found`, `payments.invoice_not_by_hand` and
 * `payments.invoice_unchanged`.
 */
export const markInvoice = async (
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
