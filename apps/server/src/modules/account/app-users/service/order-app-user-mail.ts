import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import { hashToken, newToken } from '../../../../kernel/secrets/secrets.ts';
import { resetMail, userLink, verificationMail } from '../mails.ts';
import { toFullName } from '../present.ts';
import { appUserRepository, appUserTokenRepository } from '../repository/app-users.ts';
import { findNamedApp } from './find-app.ts';

export const appUserMailJob = defineJob({
  name: 'app-users.send-mail',
  input: z.object({
    /** Null for an address without an account; the job is ordered nevertheless. */
    userId: z.string().nullable(),
    appId: z.string(),
    origin: z.url(),
    purpose: z.enum(['VERIFY', 'RESET']),
  }),
});

const hourMs = 60 * 60 * 1000;
const kinds = {
  VERIFY: { prefix: 'apv', lifetimeMs: 24 * hourMs, path: '/user/verify', mail: verificationMail },
  RESET: { prefix: 'apr', lifetimeMs: hourMs, path: '/user/forgot-password', mail: resetMail },
} as const;

/** Orders a mail with a link. `key` tells orders apart for an address without an account. */
export const orderAppUserMail = (
  tx: TxCtx,
  order: InputOf<typeof appUserMailJob>,
  key: string = order.userId ?? '',
): Promise<void> =>
  tx.enqueue(appUserMailJob, order, {
    key: `${appUserMailJob.name}:${order.purpose}:${tx.tenantId}:${key}`,
  });

/** Creates the token and mails its link. A retry creates a new token, which makes the earlier one invalid. */
export const sendAppUserMail = async (
  ctx: Ctx,
  { userId, appId, origin, purpose }: InputOf<typeof appUserMailJob>,
): Promise<void> => {
  if (userId === null) return;
  const { prefix, lifetimeMs, path, mail } = kinds[purpose];
  const token = newToken(prefix);
  const content = await ctx.tx(async (tx) => {
    const row = await appUserRepository.find(tx.db, userId);
    const names = await findNamedApp(tx, appId);
    if (!row || !names || (purpose === 'VERIFY' && row.emailVerified)) return undefined;
    const expiresAt = new Date(tx.now().getTime() + lifetimeMs);
    await appUserTokenRepository.put(tx.db, { tokenHash: hashToken(token), purpose, userId, expiresAt });
    await tx.audit('app_users.mail_sent', userId, { purpose });
    const link = userLink(origin, path, { app: appId, token });
    return { ...names, to: row.email, name: toFullName(row), link };
  });
  if (content) await ctx.services.mailer.send(mail(content));
};
