import { Readable } from 'node:stream';
import { maxPictureBytes, type TenantFate } from '@atelier/contracts/account/identity/account';
import type { SessionUser, WalkthroughTutorials } from '@atelier/contracts/account/identity/auth';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import { pictureHeaders, readPicture } from '../../../../kernel/module/picture.ts';
import { tenantDeletion, tenantMembers, userTenants } from '../../tenancy/index.ts';
import { presentGuides } from '../present.ts';
import { pictureRepository } from '../repository/picture-repository.ts';
import { type AnyDb, userRepository } from '../repository/user-repository.ts';
import type { Guide } from '../tables.ts';
import { getSessionUserId, requireOwnPassword } from './checks/get-session-user-id.ts';
import { readSessionUser } from './sessions/open-session.ts';

/** Changes the caller's name, which all their tenants see. */
export const updateProfile = (ctx: Ctx, name: string): Promise<SessionUser> =>
  ctx.tx(async (tx) => {
    const userId = getSessionUserId(ctx);
    await userRepository.rename(tx.db, userId, name);
    await tx.audit('identity.profile_updated', userId);
    return readSessionUser(tx, userId);
  });

/** Accepts a picture by its content. A new picture gets a new URL, so that no cache serves the old one. */
export const setPicture = async (ctx: Ctx, parts: ReturnType<Exchange['parts']>): Promise<string> => {
  const userId = getSessionUserId(ctx);
  const picture = (await readPicture(parts, maxPictureBytes)) ?? fail('account.picture_refused');
  const id = newId('pic');
  const address = `/api/auth/pictures/${id}`;
  await ctx.tx(async (tx) => {
    await pictureRepository.put(tx.db, { id, userId, ...picture });
    await userRepository.setPicture(tx.db, userId, address);
    await tx.audit('identity.picture_set', userId);
  });
  return address;
};

export const removePicture = (ctx: Ctx): Promise<void> =>
  ctx.tx(async (tx) => {
    const userId = getSessionUserId(ctx);
    await pictureRepository.delete(tx.db, userId);
    await userRepository.setPicture(tx.db, userId, null);
    await tx.audit('identity.picture_removed', userId);
  });

/** Sends a picture with its detected type. */
export const sendPicture = async (ctx: Ctx, id: string, exchange: Exchange): Promise<AlreadyAnswered> => {
  const found = await ctx.tx(({ db, tenantId }) => pictureRepository.findInTenant(db, id, tenantId));
  const { type, bytes } = found ?? fail('account.picture_not_found');
  return exchange.sendRaw({
    type,
    headers: pictureHeaders,
    body: Readable.from([bytes]),
  });
};

/** Records that a user has seen a guided tour, or wants to see it again. Returns undefined when there is no such user. */
export const recordGuide = async (
  tx: TxCtx,
  userId: string,
  { guide, seen }: { guide: Guide; seen: boolean },
): Promise<WalkthroughTutorials | undefined> => {
  const guides = await userRepository.setGuide(tx.db, userId, guide, seen);
  return guides && presentGuides(guides);
};

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
