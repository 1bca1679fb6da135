import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { Holdings } from '@atelier/contracts/account/people/people';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { hasOpenEvents } from '../../../../kernel/context/transaction-writes.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { planLimits } from '../../../../kernel/plans/plans.ts';
import { findTenant, prepareFallBack, tenantDeletion, tenantMembers } from '../../tenancy/index.ts';
import { tenantFiles } from '../extension-points.ts';
import { invitationRepository } from '../repository/invitations.ts';
import { memberRepository } from '../repository/members.ts';
import { requireName } from './change-tenant.ts';
import { readMovedUser, requireOwnTenant, sessionActor } from './own-session.ts';

export const deletionJob = defineJob({ name: 'people.delete-tenant', input: z.object({}) });

/**
 * The rows wait this long, in milliseconds, for subscribers that must learn of the deletion. A payment provider that does not
 * learn of it would continue to charge.
 */
const patienceMs = 3 * 24 * 60 * 60 * 1000;

/** The pause is two seconds at first, and then grows with the time waited, up to ten minutes. */
const pauseAfter = (waitedMs: number): number => Math.min(Math.max(2000, waitedMs / 20), 10 * 60 * 1000);

const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Counts the data that is deleted together with the tenant. */
export const getHoldings = (ctx: Ctx, tenantId: string): Promise<Holdings> => {
  requireOwnTenant(ctx, tenantId);
  return ctx.tx(async (tx) => {
    const tenant = (await findTenant(tx.db, tenantId)) ?? fail('people.tenant_not_found');
    const entities: Holdings['entities'] = [];
    for (const { kind, label, count } of tx.services.extensions.of(entityKinds))
      entities.push({ kind, label: capitalise(label.many), count: await count(tx) });
    return {
      tenantName: tenant.tenantName,
      members: await memberRepository.countMembers(tx.db, tenantId),
      invitations: await invitationRepository.countPending(tx.db, tenantId),
      entities,
      files: await tx.services.extensions.require(tenantFiles).count(tx),
      credits: await tx.services.extensions.require(planLimits).creditsLeft(tx),
    };
  });
};

/**
 * Starts the deletion of a tenant. This transaction disables it and removes all its users; its event makes `orderDeletion` order the rest.
 */
export const removeTenant = async (ctx: Ctx, tenantId: string, typedName: string): Promise<SessionUser> => {
  requireOwnTenant(ctx, tenantId);
  sessionActor(ctx);
  await ctx.tx((tx) => requireName(tx, typedName));
  await prepareFallBack(ctx, { tenantId, isDeleted: true });
  await ctx.tx(async (tx) => {
    await tenantMembers.lock(tx);
    await requireName(tx, typedName);
    await tenantDeletion.begin(tx);
  });
  return readMovedUser(ctx);
};

/**
 * Called when a tenant is being closed, for any reason. The job deletes the data of the tenant, and continues after a crash of the server.
 */
export const orderDeletion = (ctx: Ctx): Promise<void> =>
  ctx.tx((tx) => tx.enqueue(deletionJob, {}, { key: `${deletionJob.name}:${tx.tenantId}` }));

/**
 * The job that deletes a tenant: it waits until all subscribers know, then deletes the stored files, and last the rows. Each step can be
 * repeated.
 */
export const deleteTenant = async (ctx: Ctx): Promise<void> => {
  const next = await ctx.tx(async (tx) => {
    const tenant = await findTenant(tx.db, tx.tenantId);
    if (!tenant?.closingAt) return 'nothing';
    const waitedMs = tx.now().getTime() - tenant.closingAt.getTime();
    if (waitedMs >= patienceMs || !(await hasOpenEvents(tx.db))) return 'remove';
    const runAt = new Date(tx.now().getTime() + pauseAfter(waitedMs));
    await tx.enqueue(deletionJob, {}, { key: `${deletionJob.name}:${tx.tenantId}`, runAt });
    return 'wait';
  });
  if (next !== 'remove') return;
  await ctx.services.extensions.require(tenantFiles).deleteObjects(ctx);
  await ctx.tx(({ db, tenantId }) => tenantDeletion.finish(db, tenantId));
  ctx.log.info({ tenantId: ctx.tenantId }, 'deleted a company');
};
