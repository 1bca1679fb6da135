import { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import type { Mail } from '../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../kernel/mail/mail-template.ts';
import { tenantMembers } from '../../../account/tenancy/index.ts';
import { limitRepository } from '../repository/limits.ts';
import { describeLimit } from './limit-subjects.ts';

/** The mail that tells an owner or admin that a soft limit was passed. Nothing stops because of it. */
const limitMail = (told: { to: string; name: string; limit: string; link?: string }): Mail =>
  renderMail({
    to: told.to,
    subject: 'A usage limit of your company is reached',
    heading: 'A usage limit is reached',
    name: told.name,
    paragraphs: [
      `the ${told.limit} is reached. Work goes on: this limit only warns, once in its period.`,
      'You can change it in Atelier under Billing, Usage Limit, and see what was used under Credit Usage.',
    ],
    ...(told.link === undefined ? {} : { action: { label: 'Open the usage limits', url: told.link } }),
  });

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
