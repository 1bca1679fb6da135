import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { tenantMembers } from '../../tenancy/index.ts';
import { accessRequestMail } from '../mails.ts';
import { toFullName } from '../present.ts';
import { appAccessRepository } from '../repository/app-access.ts';
import { appUserRepository } from '../repository/app-users.ts';
import { findNamedApp } from './find-app.ts';

export const accessRequestJob = defineJob({
  name: 'app-users.send-access-request',
  input: z.object({
    accessId: z.string(),
    /** The member who gets the mail. */
    userId: z.string(),
    origin: z.url(),
  }),
});

const mostMails = 20;

/** Orders a mail about a request for access to each owner and administrator of the company. */
export const orderAccessRequest = async (
  tx: TxCtx,
  request: { accessId: string; origin: string },
): Promise<void> => {
  const deciders = await tenantMembers.list(tx, { roles: ['OWNER', 'ADMIN'], limit: mostMails });
  for (const { userId } of deciders) {
    const key = `${accessRequestJob.name}:${request.accessId}:${userId}`;
    await tx.enqueue(accessRequestJob, { ...request, userId }, { key });
  }
};

/** Sends the mail, unless somebody has decided about the request meanwhile. */
export const sendAccessRequest = async (
  ctx: Ctx,
  { accessId, userId, origin }: InputOf<typeof accessRequestJob>,
): Promise<void> => {
  const mail = await ctx.tx(async (tx) => {
    const access = await appAccessRepository.find(tx.db, accessId);
    if (access?.status !== 'REQUESTED' || access.userId === null) return undefined;
    const asker = await appUserRepository.find(tx.db, access.userId);
    const [member] = await tenantMembers.list(tx, { userIds: [userId], roles: ['OWNER', 'ADMIN'] });
    const names = await findNamedApp(tx, access.appId);
    if (!asker || !member || !names) return undefined;
    return accessRequestMail({
      ...names,
      to: member.email,
      name: member.name,
      asker: toFullName(asker),
      askerEmail: asker.email,
      link: `${origin}/apps/${access.appId}?tab=access`,
    });
  });
  if (mail) await ctx.services.mailer.send(mail);
};
