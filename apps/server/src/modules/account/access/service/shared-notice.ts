import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { findTenant } from '../../tenancy/index.ts';
import { sharedMail } from '../mails.ts';
import { accessRepository } from '../repository.ts';

export const sharedNoticeJob = defineJob({
  name: 'access.send-shared-notice',
  input: z.object({
    entityId: z.string(),
    /** The member with whom it was shared. */
    userId: z.string(),
    /** The name of who shared it; null for a program. */
    giver: z.string().nullable(),
    origin: z.url(),
  }),
});

/** Orders the mail that tells a member what was shared with them. Call it in the transaction that shares the thing. */
export const orderSharedNotice = async (
  tx: TxCtx,
  shared: { entityId: string; userId: string; origin: string },
): Promise<void> => {
  const giver = 'name' in tx.actor ? tx.actor.name : null;
  const key = `${sharedNoticeJob.name}:${shared.entityId}:${shared.userId}`;
  await tx.enqueue(sharedNoticeJob, { ...shared, giver }, { key });
};

/** Sends the mail, unless the member does not see the thing by now. */
export const sendSharedNotice = async (
  ctx: Ctx,
  { entityId, userId, giver, origin }: InputOf<typeof sharedNoticeJob>,
): Promise<void> => {
  const kind = ctx.services.extensions.of(entityKinds).find(({ prefix }) => entityId.startsWith(prefix));
  const { member, tenant } = await ctx.tx(async (tx) => {
    const query = { tenantId: tx.tenantId, userIds: [userId] };
    const [found] = await accessRepository.listMembers(tx.db, query);
    return { member: found, tenant: await findTenant(tx.db, tx.tenantId) };
  });
  if (!kind || !member || !tenant) return;
  const actor = { kind: 'user', userId, role: member.role, name: member.name } as const;
  const thing = await ctx.inTenant(ctx.tenantId, actor).tx((tx) => kind.find(tx, entityId));
  if (!thing) return;
  await ctx.services.mailer.send(
    sharedMail({
      to: member.email,
      name: member.name,
      companyName: tenant.tenantName,
      label: kind.label.one,
      thing: thing.name,
      link: `${origin}${kind.buildPagePath(entityId)}`,
      giver: giver ?? tenant.tenantName,
      use: kind.describeUse(member.role),
    }),
  );
};
