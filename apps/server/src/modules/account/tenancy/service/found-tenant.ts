import { randomBytes } from 'node:crypto';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Actor } from '../../../../kernel/context/actor.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../../kernel/services/extension-points.ts';
import { tenantEvents } from '../events.ts';
import { type AnyDb, tenancyRepository } from '../repository.ts';

/** The operations on sessions that tenancy needs. Sessions belong to a module further to the right in the module order. */
interface SessionKeeper {
  /** Lists the users with a session in the tenant: one user, or all. */
  listUsers: (
    db: AnyDb,
    tenantId: string,
    userId?: string,
  ) => Promise<readonly { userId: string; name: string }[]>;
  /** Moves sessions to another tenant of each user. A session without one ends. */
  moveAway: (db: AnyDb, tenantId: string, userId?: string) => Promise<void>;
}

export const sessionKeeper = defineExtensionPoint<SessionKeeper>('tenancy.session-keeper');

const slugLength = 40;

/** Makes a slug: `Café Größe & Co` → `cafe-grosse-co-3f9a1c04`. The random end keeps tenants of the same name apart. */
const makeSlug = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugLength)
    .replace(/^-+|(?<!-)-+$/g, '');
  return [plain || 'company', randomBytes(4).toString('hex')].join('-');
};

/**
 * Creates the tenant of the transaction's tenant id, with the existing user `ownerId` as its owner. Records whether that user had founded
 * one before.
 */
export const foundTenant = async (tx: TxCtx, input: { name: string; ownerId: string }): Promise<void> => {
  const { db, tenantId } = tx;
  const isRefounded = !(await tenancyRepository.noteFounder(db, input.ownerId));
  const slug = makeSlug(input.name);
  await tenancyRepository.insertTenant(db, { id: tenantId, name: input.name, slug, isRefounded });
  await tenancyRepository.insertMembership(db, { tenantId, userId: input.ownerId, role: 'OWNER' });
  await tx.audit('tenancy.tenant_created', tenantId);
  await tx.emit(tenantEvents.created, { tenantId, ownerId: input.ownerId });
};

/** True when an owner of the tenant has a verified mail address. */
export const hasVerifiedOwner = ({ db, tenantId }: TxCtx): Promise<boolean> =>
  tenancyRepository.hasVerifiedOwner(db, tenantId);

/** True when the founder had founded a tenant before. Benefits of the first tenant are not given again. */
export const isRefounded = ({ db, tenantId }: TxCtx): Promise<boolean> =>
  tenancyRepository.isRefounded(db, tenantId);

/** Opens the context of a tenant: `ctx.inTenant`, or `forTenant` when nobody is signed in. */
type OpenTenant = (tenantId: string, actor: Actor) => Ctx;

/**
 * Creates a tenant for a user who owns none, named after them (TENANT-10). A user who owns one, even a disabled one, gets no other.
 * `losing` is a tenant that is about to be deleted and does not count.
 */
export const ensureOwnTenant = (
  open: OpenTenant,
  { userId, name }: { userId: string; name: string },
  losing?: string,
): Promise<void> =>
  open(newId('ten'), { kind: 'user', userId, role: 'OWNER', name }).tx(async (tx) => {
    await tenancyRepository.lockUser(tx.db, userId);
    const memberships = await tenancyRepository.listMemberships(tx.db, userId);
    if (memberships.some(({ role, tenantId }) => role === 'OWNER' && tenantId !== losing)) return;
    await foundTenant(tx, { name: `${name}’s company`, ownerId: userId });
  });

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
