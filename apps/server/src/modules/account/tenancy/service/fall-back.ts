import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { ensureOwnTenant } from './ensure-own-tenant.ts';
import { sessionKeeper } from './session-keeper.ts';

/** A company that one person, or everybody in it, is about to lose. */
interface Loss {
  tenantId: string;
  userId?: string;
  isDeleted?: boolean;
}

/**
 * Before people lose a company: sees to it that each of them who is signed in there has somewhere to go on (TENANT-10).
 * Runs before the transaction that takes the company away, because founding one is a transaction of its own.
 */
export const prepareFallBack = async (ctx: Ctx, loss: Loss): Promise<void> => {
  const { tenantId, userId, isDeleted } = loss;
  const keeper = ctx.services.extensions.require(sessionKeeper);
  const people = await ctx.tx((tx) => keeper.listPeople(tx.db, tenantId, userId));
  for (const person of people) await ensureOwnTenant(ctx.inTenant, person, isDeleted ? tenantId : undefined);
};

/** Moves the sessions of one person, or of everybody, out of the transaction's company. */
export const fallBack = ({ db, tenantId, services }: TxCtx, userId?: string): Promise<void> =>
  services.extensions.require(sessionKeeper).moveAway(db, tenantId, userId);
