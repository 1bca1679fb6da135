import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { ownUserId } from '../../../../kernel/context/own-user.ts';
import { findTenant, tenantMembers } from '../../tenancy/index.ts';
import { requestMail } from '../mails.ts';
import { accessRequestRepository } from '../request-repository.ts';
import { findEntity, type KnownEntity } from './get-entity.ts';

export const requestMailJob = defineJob({
  name: 'access.send-request',
  input: z.object({
    entityId: z.string(),
    /** The member who asks, and the one who gets the mail. */
    askerId: z.string(),
    userId: z.string(),
    origin: z.url(),
  }),
});

const mostMails = 20;

/** Orders a mail to the member who made the thing while they may share it, else to each owner and administrator. */
export const orderRequestMails = async (tx: TxCtx, entity: KnownEntity, origin: string): Promise<void> => {
  const askerId = ownUserId(tx);
  const userIds = entity.madeBy === null ? [] : [entity.madeBy];
  const [maker] = await tenantMembers.list(tx, { userIds, roles: ['OWNER', 'ADMIN', 'BUILDER'] });
  const deciders = maker
    ? [maker]
    : await tenantMembers.list(tx, { roles: ['OWNER', 'ADMIN'], limit: mostMails });
  for (const { userId } of deciders) {
    const key = `${requestMailJob.name}:${entity.id}:${askerId}:${userId}`;
    await tx.enqueue(requestMailJob, { entityId: entity.id, askerId, userId, origin }, { key });
  }
};

/** Sends the mail, unless somebody has decided about the request meanwhile. */
export const sendRequestMail = async (
  ctx: Ctx,
  { entityId, askerId, userId, origin }: InputOf<typeof requestMailJob>,
): Promise<void> => {
  const mail = await ctx.tx(async (tx) => {
    const query = { tenantId: tx.tenantId, entityId, userId: askerId };
    const [request] = await accessRequestRepository.list(tx.db, query, 1);
    const [decider] = await tenantMembers.list(tx, { userIds: [userId] });
    const tenant = await findTenant(tx.db, tx.tenantId);
    const entity = await findEntity(tx, entityId);
    if (!request || !decider || !tenant || !entity) return undefined;
    return requestMail({
      to: decider.email,
      name: decider.name,
      companyName: tenant.tenantName,
      label: entity.kind.label.one,
      thing: entity.name,
      link: `${origin}/agents`,
      asker: request.userName,
      askerEmail: request.email,
      message: request.message,
    });
  });
  if (mail) await ctx.services.mailer.send(mail);
};
