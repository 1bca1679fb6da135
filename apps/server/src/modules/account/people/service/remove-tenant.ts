import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { Holdings } from '@atelier/contracts/account/people/people';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import {
  closeTenant,
  findTenant,
  lockMembers,
  prepareFallBack,
  removeClosedTenant,
} from '../../tenancy/index.ts';
import { holdingsRepository } from '../repository/holdings.ts';
import { invitationRepository } from '../repository/invitations.ts';
import { peopleRepository } from '../repository/people.ts';
import { requireName } from './change-company.ts';
import { readMovedUser, sessionActor } from './own-session.ts';
import { requireOwnTenant } from './read-tenants.ts';

export const deletionTask = 'people.delete-tenant';

/** How long the rows wait for those who have to hear of the end: a payment provider that hears nothing goes on charging. */
const patienceMs = 3 * 24 * 60 * 60 * 1000;

/** Two seconds at first, then the more the longer it takes, up to ten minutes. */
const pauseAfter = (waitedMs: number): number => Math.min(Math.max(2000, waitedMs / 20), 10 * 60 * 1000);

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What deleting the company takes along. */
export const getHoldings = (ctx: Ctx, tenantId: string): Promise<Holdings> => {
  requireOwnTenant(ctx, tenantId);
  return ctx.tx(async (tx) => {
    const tenant = (await findTenant(tx.db, tenantId)) ?? fail('people.tenant_not_found');
    const entities: Holdings['entities'] = [];
    for (const { kind, label, count } of tx.services.entities)
      entities.push({ kind, label: capitalise(label.many), count: await count(tx) });
    return {
      tenantName: tenant.tenantName,
      members: await peopleRepository.countMembers(tx.db, tenantId),
      invitations: await invitationRepository.countPending(tx.db, tenantId),
      entities,
      files: await holdingsRepository.countFiles(tx.db),
      credits: await tx.services.plans.creditsLeft(tx),
    };
  });
};

/**
 * Begins the end of a company. It is disabled and left by everybody in this transaction; `orderDeletion` hears of it.
 */
export const removeTenant = async (ctx: Ctx, tenantId: string, typedName: string): Promise<SessionUser> => {
  requireOwnTenant(ctx, tenantId);
  sessionActor(ctx);
  await ctx.tx((tx) => requireName(tx, typedName));
  await prepareFallBack(ctx, { tenantId, isDeleted: true });
  await ctx.tx(async (tx) => {
    await lockMembers(tx);
    await requireName(tx, typedName);
    await closeTenant(tx);
  });
  return readMovedUser(ctx);
};

/** When a company is being closed, for whatever reason: a job removes what lies in it, and goes on where it was when the server dies. */
export const orderDeletion = (ctx: Ctx): Promise<void> =>
  ctx.tx((tx) => tx.enqueue(deletionTask, {}, { key: `${deletionTask}:${tx.tenantId}` }));

const freeObjects = async (ctx: Ctx): Promise<void> => {
  let after = '';
  for (;;) {
    const keys = await ctx.tx(({ db, tenantId }) => holdingsRepository.listObjects(db, tenantId, after));
    for (const key of keys) await ctx.services.storage.delete(key);
    const last = keys.at(-1);
    if (last === undefined) return;
    after = last;
  }
};

/**
 * The job that removes a company: first everybody hears of it, then the stored files go, the rows last. Each step can be
 * done again, so a killed one is simply repeated.
 */
export const deleteTenant = async (ctx: Ctx): Promise<void> => {
  const next = await ctx.tx(async (tx) => {
    const tenant = await findTenant(tx.db, tx.tenantId);
    if (!tenant?.closingAt) return 'nothing';
    const waitedMs = tx.now().getTime() - tenant.closingAt.getTime();
    if (waitedMs >= patienceMs || !(await holdingsRepository.hasOpenEvents(tx.db))) return 'remove';
    const runAt = new Date(tx.now().getTime() + pauseAfter(waitedMs));
    await tx.enqueue(deletionTask, {}, { key: `${deletionTask}:${tx.tenantId}`, runAt });
    return 'wait';
  });
  if (next !== 'remove') return;
  await freeObjects(ctx);
  await ctx.tx(({ db, tenantId }) => removeClosedTenant(db, tenantId));
  ctx.log.info({ tenantId: ctx.tenantId }, 'deleted a company');
};
