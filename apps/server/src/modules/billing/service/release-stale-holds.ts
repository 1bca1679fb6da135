import type { Ctx, TxCtx } from '../../../kernel/context.ts';
import { ledgerRepository } from '../repository.ts';

export const releaseTask = 'billing.release-stale-holds';
export const staleAfterMs = 60 * 60 * 1000;

const release = async (tx: TxCtx, holdId: string): Promise<void> => {
  const hold = await ledgerRepository.takeHold(tx.db, holdId);
  if (!hold) return;
  await ledgerRepository.post(tx.db, {
    key: `${holdId}:settled`,
    kind: 'RELEASE',
    reference: hold.reference,
    entries: { HELD: -hold.amount, AVAILABLE: hold.amount },
  });
};

/** Gives back what was held for work that ended without a word (the server was killed). */
export const releaseStaleHolds = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    // A job may come a little early by the database's clock.
    const before = new Date(tx.now().getTime() - staleAfterMs + 60_000);
    for (const hold of await ledgerRepository.staleHolds(tx.db, before)) await release(tx, hold.id);
  });
