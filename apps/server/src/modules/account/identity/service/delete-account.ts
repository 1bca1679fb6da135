import type { TenantFate } from '@atelier/contracts/account/identity/account';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { tenantDeletion, tenantMembers, userTenants } from '../../tenancy/index.ts';
import { type AnyDb, userRepository } from '../repository/user-repository.ts';
import { getSessionUserId, requireOwnPassword } from './checks/get-session-user-id.ts';

const listFates = async (db: AnyDb, userId: string, tenantId?: string): Promise<TenantFate[]> =>
  (await userTenants.listWithOthers(db, userId, tenantId)).map((tenant) => ({
    ...tenant,
    fate: tenant.role !== 'OWNER' ? 'left' : tenant.otherMembers === 0 ? 'deleted' : 'keeps',
  }));

/** Lists what happens to the caller's tenants when the account is deleted. */
export const previewDeletion = (ctx: Ctx): Promise<TenantFate[]> =>
  ctx.tx(({ db }) => listFates(db, getSessionUserId(ctx)));

const refuse = (fates: readonly TenantFate[]): void => {
  if (fates.length > 0) fail('account.owns_tenant', { tenants: fates.map(({ tenantName }) => tenantName) });
};

const refuseKept = (fates: readonly TenantFate[]): void =>
  refuse(fates.filter(({ fate }) => fate === 'keeps'));

/**
 * Leaves one tenant, or closes it when it is the caller's own and has no other members. That is checked again here, because now nobody can
 * join.
 */
const leave = (ctx: Ctx, userId: string, { tenantId, role }: TenantFate): Promise<void> =>
  ctx
    .inTenant(tenantId, { kind: 'user', userId, role, name: 'name' in ctx.actor ? ctx.actor.name : '' })
    .tx(async (tx) => {
      await tenantMembers.lock(tx);
      const fates = await listFates(tx.db, userId, tenantId);
      refuseKept(fates);
      await tx.audit('identity.account_deleted', userId);
      if (fates[0]?.fate === 'deleted') await tenantDeletion.begin(tx);
    });

/**
 * Deletes the caller's account with everything that only they own, and the tenants without other members. Refused while they own a tenant
 * that has other members.
 */
export const deleteAccount = async (
  ctx: Ctx,
  { email, password }: { email: string; password: string | undefined },
): Promise<void> => {
  const userId = getSessionUserId(ctx);
  await requireOwnPassword(ctx, password);
  const fates = await ctx.tx(async ({ db }) => {
    const user = await userRepository.find(db, userId);
    if (user?.email !== email) fail('account.email_differs');
    return listFates(db, userId);
  });
  refuseKept(fates);
  for (const fate of fates) await leave(ctx, userId, fate);
  await ctx.tx(async ({ db }) => {
    await userTenants.lock(db, userId);
    // The user may have become the owner of another tenant while the first ones were left.
    refuse((await listFates(db, userId)).filter(({ role }) => role === 'OWNER'));
    await userRepository.delete(db, userId);
  });
};
