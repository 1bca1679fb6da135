import type { AnyCtx } from '../../../kernel/context.ts';
import { ledgerRepository } from '../repository.ts';
import { microPerCredit } from './micro-credit.ts';
import { openLedger } from './open-ledger.ts';

/** Credits that can be used now. */
export const readBalance = (ctx: AnyCtx): Promise<number> =>
  ctx.tx(async (tx) => {
    await openLedger(tx);
    return (await ledgerRepository.balance(tx.db, 'AVAILABLE')) / microPerCredit;
  });
