import type { Passkey } from '@atelier/contracts/account/identity/passkeys';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { signInAccountRepository } from '../../repository/openid-repository.ts';
import { passkeyRepository } from '../../repository/passkey-repository.ts';
import { getSessionUserId } from '../../service/checks/get-session-user-id.ts';

/** Lists the caller's passkeys, oldest first. */
export const listPasskeys = (ctx: Ctx): Promise<Passkey[]> =>
  ctx.tx(async ({ db }) => {
    const userId = getSessionUserId(ctx);
    const waysIn = await signInAccountRepository.countWaysIn(db, userId);
    const rows = await passkeyRepository.listPasskeyRows(db, userId);
    return rows.map((row) => ({
      passkeyId: row.id,
      name: row.name,
      isBackedUp: row.isBackedUp,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      abilities: { remove: waysIn > 1 },
    }));
  });

export const renamePasskey = (ctx: Ctx, id: string, name: string): Promise<void> =>
  ctx.tx(async (tx) => {
    if (!(await passkeyRepository.rename(tx.db, { id, userId: getSessionUserId(ctx), name })))
      fail('passkeys.not_found');
    await tx.audit('identity.passkey_renamed', id, { name });
  });

/** Removes a passkey, unless it is the caller's only way to sign in. */
export const removePasskey = (ctx: Ctx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const userId = getSessionUserId(ctx);
    const waysIn = await signInAccountRepository.countWaysIn(tx.db, userId);
    if (!(await passkeyRepository.delete(tx.db, userId, id))) fail('passkeys.not_found');
    if (waysIn <= 1) fail('openid.last_way_in');
    await tx.audit('identity.passkey_removed', id);
  });
