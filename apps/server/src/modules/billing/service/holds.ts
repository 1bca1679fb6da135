import type { TxCtx } from '../../../kernel/context.ts';
import { AppError, fail } from '../../../kernel/errors.ts';
import { newId } from '../../../kernel/ids.ts';
import { ledgerRepository } from '../repository.ts';
import { microPerCredit } from './micro-credit.ts';
import { openLedger } from './open-ledger.ts';
import { releaseTask, staleAfterMs } from './release-stale-holds.ts';

/**
 * Sets credits aside before paid work begins, so that parallel work can never spend the same credit twice.
 * Returns the hold's id, or null when nothing has to be held. Throws `billing.credits_too_low`.
 */
export const holdCredits = async (
  tx: TxCtx,
  order: { amount: number; reference: string },
): Promise<string | null> => {
  await openLedger(tx);
  const amount = Math.ceil(order.amount);
  if (amount <= 0) return null;
  const id = newId('hold');
  const outcome = await ledgerRepository.post(tx.db, {
    key: id,
    kind: 'HOLD',
    reference: order.reference,
    entries: { AVAILABLE: -amount, HELD: amount },
  });
  if (outcome === 'overdrawn') return fail('billing.credits_too_low');
  const release = {
    key: `${releaseTask}:${tx.tenantId}`,
    runAt: new Date(tx.now().getTime() + staleAfterMs),
  };
  await Promise.all([
    ledgerRepository.insertHold(tx.db, { id, amount, reference: order.reference }),
    tx.enqueue(releaseTask, {}, release),
  ]);
  return id;
};

/**
 * Charges what the work really cost and gives the rest of the hold back. Work that cost more than was held is
 * charged up to what is there. Settling twice does nothing the second time. Returns the credits charged.
 */
export const settleHold = async (
  tx: TxCtx,
  settlement: { holdId: string | null; cost: number; details?: Record<string, unknown> },
): Promise<number> => {
  if (!settlement.holdId) return 0;
  const hold = await ledgerRepository.takeHold(tx.db, settlement.holdId);
  if (!hold) return 0;
  const extra = Math.max(0, Math.ceil(settlement.cost) - hold.amount);
  const spare = extra > 0 ? await ledgerRepository.balance(tx.db, 'AVAILABLE') : 0;
  const cost = Math.min(Math.ceil(settlement.cost), hold.amount + spare);
  const outcome = await ledgerRepository.post(tx.db, {
    key: `${settlement.holdId}:settled`,
    kind: cost > 0 ? 'SETTLE' : 'RELEASE',
    reference: hold.reference,
    details: settlement.details ?? {},
    entries: { HELD: -hold.amount, AVAILABLE: hold.amount - cost, SPENT: cost },
  });
  if (outcome === 'overdrawn') throw new AppError('billing.credits_too_low');
  return cost / microPerCredit;
};
