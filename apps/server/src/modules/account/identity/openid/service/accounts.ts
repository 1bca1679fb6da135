import { OpenidProvider, type SignInAccount } from '@atelier/contracts/account/identity/openid';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { type AccountRow, signInAccountRepository } from '../../repository/openid-repository.ts';
import { getSessionUserId } from '../../service/checks/get-session-user-id.ts';

/** A password cannot be unlinked, because it is the only way to sign in that depends on no provider. */
const mayUnlink = ({ provider }: AccountRow, waysIn: number): boolean =>
  provider !== 'password' && waysIn > 1;

/** Lists the caller's password and providers. */
export const listAccounts = (ctx: Ctx): Promise<SignInAccount[]> =>
  ctx.tx(async ({ db }) => {
    const userId = getSessionUserId(ctx);
    const waysIn = await signInAccountRepository.countWaysIn(db, userId);
    const rows = await signInAccountRepository.listAccountRows(db, userId);
    return rows.map((row) => ({
      accountId: row.id,
      provider: row.provider === 'password' ? 'password' : OpenidProvider.parse(row.provider),
      email: row.email,
      createdAt: row.createdAt.toISOString(),
      abilities: { unlink: mayUnlink(row, waysIn) },
    }));
  });

/** Removes a provider from the caller's account, unless it is their only way to sign in. */
export const unlinkAccount = (ctx: Ctx, accountId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const userId = getSessionUserId(ctx);
    const waysIn = await signInAccountRepository.countWaysIn(tx.db, userId);
    const row = await signInAccountRepository.delete(tx.db, userId, accountId);
    if (!row) return fail('openid.account_not_found');
    if (row.provider === 'password') return fail('openid.password_stays');
    if (!mayUnlink(row, waysIn)) return fail('openid.last_way_in');
    await tx.audit('identity.account_unlinked', accountId, { provider: row.provider });
  });
