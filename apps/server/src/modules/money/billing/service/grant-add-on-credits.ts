import { toMicroCredits } from '../../../../kernel/base/credits.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { ledgerRepository } from '../repository/ledger.ts';

/** Adds bought credits, which stay until they are used. Returns false when the same `key` has added them before. */
export const grantAddOnCredits = (
  tx: TxCtx,
  { credits, key, reference = key }: { credits: number; key: string; reference?: string },
): Promise<boolean> => {
  const amount = toMicroCredits(credits);
  return ledgerRepository.post(tx.db, {
    key: `add-on:${key}`,
    kind: 'GRANT',
    reference,
    entries: { GRANTED: -amount, ADD_ON: amount },
  });
};
