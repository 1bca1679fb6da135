import type { TxCtx } from '../../../../kernel/context/context.ts';
import { invoiceRepository } from '../invoices/repository.ts';
import type { SubscriptionRow } from '../tables.ts';

/**
 * True when the tenant has paid for its present plan: by card, or by an invoice that was marked as paid. A free plan, a trial, and a plan
 * whose first invoice is open are not paid.
 */
export const isPaying = async (tx: TxCtx, { provider }: SubscriptionRow): Promise<boolean> =>
  provider === 'stripe' || (provider === 'manual' && (await invoiceRepository.hasPaidInvoice(tx.db)));
