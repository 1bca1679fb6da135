import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { ownUserId } from '../../../../kernel/context/own-user.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { apiKeyRepository } from '../repository/user-repository.ts';

const hintLength = 4;

const makeKey = (tenantId: string, userId: string) => {
  const apiKey = newToken('atl');
  return {
    apiKey,
    row: { keyHash: hashToken(apiKey), tenantId, userId, hint: `atl_…${apiKey.slice(-hintLength)}` },
  };
};

/**
 * Returns the caller's API key: the first call creates and shows it, later calls show only its hint (APP-53). The key of another user
 * counts as not found.
 */
export const getApiKey = (ctx: Ctx, ofUserId = ownUserId(ctx)) =>
  ctx.tx(async (tx) => {
    const userId = ownUserId(ctx);
    if (ofUserId !== userId) fail('auth.forbidden');
    const { apiKey, row } = makeKey(tx.tenantId, userId);
    const made = await apiKeyRepository.insert(tx.db, row);
    if (made) {
      await tx.audit('identity.api_key_made', userId, { hint: made.hint });
      return { apiKey, hint: made.hint, createdAt: made.createdAt.toISOString() };
    }
    const present = await apiKeyRepository.find(tx.db, tx.tenantId, userId);
    return {
      apiKey: null,
      hint: present?.hint ?? null,
      createdAt: present?.createdAt.toISOString() ?? null,
    };
  });

/** Replaces the caller's API key. The old one is refused from the commit on (APP-54). */
export const regenerateApiKey = (ctx: Ctx): Promise<{ apiKey: string }> =>
  ctx.tx(async (tx) => {
    const userId = ownUserId(ctx);
    const { apiKey, row } = makeKey(tx.tenantId, userId);
    await apiKeyRepository.replace(tx.db, row);
    await tx.audit('identity.api_key_replaced', userId, { hint: row.hint });
    return { apiKey };
  });
