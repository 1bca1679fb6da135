import type { TxCtx } from '../../../../../kernel/context/context.ts';
import { invoiceRepository } from '../repository.ts';

/** Counts the stored states of the payment provider, so that an older state never replaces a newer one. */
export const paymentRevision = {
  read: ({ db }: TxCtx): Promise<number> => invoiceRepository.revision(db),

  /** Locks the tenant's payments. Returns true when nobody has stored anything since `revision` was read. */
  advance: ({ db }: TxCtx, revision: number): Promise<boolean> => invoiceRepository.advance(db, revision),
};
