import { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { tenantMembers } from '../../../account/tenancy/index.ts';
import { limitMail } from '../limit-mail.ts';
import { limitRepository } from '../repository/limits.ts';
import { describeLimit } from './describe-limit.ts';

/** Ordered by the end of a hold, for a soft limit that was passed for the first time in its period. */
export const limitWarningJob = defineJob({
  name: 'billing.warn-of-limit',
  input: z.object({ limitId: z.string() }),
});
export const limitMailJob = defineJob({
  name: 'billing.mail-limit-warning',
  input: z.object({ limitId: z.string(), userId: z.string() }),
});

/** Orders one mail to each owner and admin, so that a mail that fails does not repeat the others. */
export const warnOfLimit = (ctx: Ctx, { limitId }: InputOf<typeof limitWarningJob>): Promise<void> =>
  ctx.tx(async (tx) => {
    for (const { userId } of await tenantMembers.list(tx, { roles: ['OWNER', 'ADMIN'] }))
      await tx.enqueue(
        limitMailJob,
        { limitId, userId },
        { key: `${limitMailJob.name}:${limitId}:${userId}` },
      );
  });

export const mailLimitWarning = async (
  ctx: Ctx,
  { limitId, userId }: InputOf<typeof limitMailJob>,
): Promise<void> => {
  const found = await ctx.tx(async (tx) => ({
    limit: await limitRepository.find(tx.db, limitId),
    user: (await tenantMembers.list(tx, { userIds: [userId] }))[0],
  }));
  if (!found.limit || !found.user) return;
  await ctx.services.mailer.send(
    limitMail({
      to: found.user.email,
      name: found.user.name,
      limit: describeLimit(found.limit),
      link: `${ctx.services.ownOrigin.current}/pricing/usage-limit`,
    }),
  );
};
