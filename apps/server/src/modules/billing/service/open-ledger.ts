import type { TxCtx } from '../../../kernel/context.ts';
import { ledgerRepository } from '../repository.ts';
import { microPerCredit } from './micro-credit.ts';

/** Grants a new tenant its free credits, exactly once, whoever asks first. */
export const openLedger = async (tx: TxCtx): Promise<void> => {
  if (await ledgerRepository.isOpen(tx.db)) return;
  const amount = tx.services.config.models.freeCredits * microPerCredit;
  await ledgerRepository.post(tx.db, {
    key: 'opening',
    kind: 'GRANT',
    reference: 'opening',
    entries: { GRANTED: -amount, AVAILABLE: amount },
  });
};
