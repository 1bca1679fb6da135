import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { invoiceRepository } from '../repository.ts';

/** Counts what was stored of the payment provider's state, so that an older state never replaces a newer one. */
export const paymentRevision = {
  read: ({ db }: TxCtx): Promise<number> => invoiceRepository.revision(db),

  /** Locks the tenant's payments. Returns true when nobody has stored anything since `revision` was read. */
  advance: ({ db }: TxCtx, revision: number): Promise<boolean> => invoiceRepository.advance(db, revision),
};
