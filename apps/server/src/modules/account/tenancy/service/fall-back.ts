import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { ensureOwnTenant } from './ensure-own-tenant.ts';
import { sessionKeeper } from './session-keeper.ts';

/** A tenant that one user, or all its members, are about to lose. */
interface Loss {
  tenantId: string;
  userId?: string;
  isDeleted?: boolean;
}

/**
 * Makes sure that every user who is signed in to the tenant has another one to continue in (TENANT-10). Call it before the transaction that
 * removes them, because creating a tenant is a transaction of its own.
 */
export const prepareFallBack = async (ctx: Ctx, loss: Loss): Promise<void> => {
  const { tenantId, userId, isDeleted } = loss;
  const keeper = ctx.services.extensions.require(sessionKeeper);
  const users = await ctx.tx((tx) => keeper.listUsers(tx.db, tenantId, userId));
  for (const user of users) await ensureOwnTenant(ctx.inTenant, user, isDeleted ? tenantId : undefined);
};

/** Moves the sessions of one user, or of all, out of the transaction's tenant. */
export const fallBack = ({ db, tenantId, services }: TxCtx, userId?: string): Promise<void> =>
  services.extensions.require(sessionKeeper).moveAway(db, tenantId, userId);
