import { z } from 'zod';
import { defineJob } from '../../../../../kernel/context/define-job.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { findOwner, nobodysTenant } from '../checks/find-owner.ts';
import { countTry, limits } from '../checks/limit-tries.ts';

/** The reason for a mail with a link to a new password. */
const Reason = z.enum(['forgot', 'locked', 'sign-up']);
export type PasswordMailReason = z.infer<typeof Reason>;

export const passwordMailJob = defineJob({
  name: 'identity.send-password-mail',
  input: z.object({
    /** Null for an address without an account; the job is ordered nevertheless. */
    userId: z.string().nullable(),
    origin: z.url(),
    reason: Reason,
  }),
});

interface Wish {
  email: string;
  origin: string;
  reason: PasswordMailReason;
}

/**
 * Orders the mail with the link. The statements are the same whether or not the address has an account, so that response times reveal
 * nothing.
 */
export const orderPasswordMail = async (ctx: Anonymous, { email, origin, reason }: Wish): Promise<void> => {
  const owner = await ctx.globally((db) => findOwner(db, email));
  const order = { userId: owner?.userId ?? null, origin, reason };
  await ctx
    .forTenant(owner?.tenantId ?? nobodysTenant, { kind: 'system', name: passwordMailJob.name })
    .tx((tx) => tx.enqueue(passwordMailJob, order, { key: `${passwordMailJob.name}:${hashToken(email)}` }));
};

/** Answers every address in the same way. Only a few mails an hour are sent. */
export const forgotPassword = async (ctx: Anonymous, email: string, origin: string): Promise<void> => {
  const { isOver } = await ctx.globally((db) => countTry(db, limits.mail, email));
  if (!isOver) await orderPasswordMail(ctx, { email, origin, reason: 'forgot' });
};
