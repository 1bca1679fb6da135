import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../../kernel/context/define-job.ts';
import type { Mail } from '../../../../../kernel/mail/mail.ts';
import { renderMail } from '../../../../../kernel/mail/mail-template.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { ensureOwnTenant, userTenants } from '../../../tenancy/index.ts';
import {
  accountRepository,
  userRepository,
  verificationRepository,
} from '../../repository/user-repository.ts';
import { findOwner, nobodysTenant } from '../checks/find-owner.ts';
import { countTry, limits } from '../checks/limit-tries.ts';

interface Addressee {
  to: string;
  name: string;
}

const resetWords = {
  forgot: {
    subject: 'Set a new password',
    because: 'somebody, probably you, asked for a new password.',
    otherwise: 'If it was not you, you can ignore this mail: your password stays as it is.',
  },
  locked: {
    subject: 'Many wrong passwords for your account',
    because:
      'somebody tried many wrong passwords for your account. For an hour it takes no password at all; with a new one it opens at once.',
    otherwise:
      'If it was not you, your password was not found out. A code of an app at sign-in protects you more.',
  },
  'sign-up': {
    subject: 'You have an account already',
    because:
      'somebody, probably you, wanted to sign up with this address, which has an account. Just sign in, or set a new password if you forgot it.',
    otherwise: 'If it was not you, you can ignore this mail: nothing has changed.',
  },
} as const;

/** The mail with the link for choosing a new password. */
const resetMail = (mail: Addressee & { link: string; reason: keyof typeof resetWords }): Mail => {
  const { subject, because, otherwise } = resetWords[mail.reason];
  return renderMail({
    to: mail.to,
    subject,
    name: mail.name,
    paragraphs: [because],
    action: { label: 'Set a new password', url: mail.link },
    note: `The link works once, for an hour, and ends your sessions everywhere. ${otherwise}`,
  });
};

/** The mail for a user who asked for a new password and signs in without one. */
const passwordlessMail = (mail: Addressee & { link: string; ways: string[] }): Mail =>
  renderMail({
    to: mail.to,
    subject: 'You sign in without a password',
    name: mail.name,
    paragraphs: [
      mail.ways.length === 0
        ? 'somebody, probably you, asked for a new password. Your account has none: you sign in with a passkey.'
        : `somebody, probably you, asked for a new password. Your account has none: you sign in with ${mail.ways.join(' or ')}.`,
    ],
    action: { label: 'Go to the sign-in', url: mail.link },
    note: 'If it was not you, you can ignore this mail.',
  });

/** The mail that tells a user that their password was changed. */
export const passwordChangedMail = (mail: Addressee & { link: string }): Mail =>
  renderMail({
    to: mail.to,
    subject: 'Your password was changed',
    name: mail.name,
    paragraphs: ['the password of your account was changed a moment ago, and sessions elsewhere were ended.'],
    action: { label: 'That was not me', url: mail.link },
    note: 'If it was you, there is nothing to do.',
  });

/** The reason for a mail with a link to a new password. */
const Reason = z.enum(['forgot', 'locked', 'sign-up']);
type PasswordMailReason = z.infer<typeof Reason>;

export const passwordMailJob = defineJob({
  name: 'identity.send-password-mail',
  input: z.object({
    /** Null for an address without an account; the job is ordered nevertheless. */
    userId: z.string().nullable(),
    origin: z.url(),
    reason: Reason,
  }),
});

/**
 * Orders the mail with the link. The statements are the same whether or not the address has an account, so that response times reveal
 * nothing.
 */
export const orderPasswordMail = async (
  ctx: Anonymous,
  { email, origin, reason }: { email: string; origin: string; reason: PasswordMailReason },
): Promise<void> => {
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

const lifetimeMs = 60 * 60 * 1000;

const putToken = (tx: TxCtx, user: { id: string; email: string }, token: string): Promise<void> =>
  verificationRepository.put(tx.db, {
    tokenHash: hashToken(token),
    purpose: 'reset-password',
    userId: user.id,
    tenantId: tx.tenantId,
    email: user.email,
    expiresAt: new Date(tx.now().getTime() + lifetimeMs),
  });

/** Returns the name of a way to sign in, as the buttons of the sign-in page show it. */
const providerNameFor = ({ services }: Ctx, provider: string): string => {
  const { openid, google, microsoft } = services.config.identity;
  return { openid, google, microsoft }[provider]?.name ?? provider;
};

/** Returns the context of the user's tenant. A user without one gets a tenant of their own, as at a sign-in (TENANT-10). */
const inHome = async (ctx: Ctx, userId: string): Promise<Ctx> => {
  if (ctx.tenantId !== nobodysTenant) return ctx;
  const user = await ctx.tx(({ db }) => userRepository.find(db, userId));
  if (user) await ensureOwnTenant(ctx.inTenant, { userId, name: user.name });
  const [home] = await ctx.tx(({ db }) => userTenants.list(db, userId));
  return home ? ctx.inTenant(home.tenantId, ctx.actor) : ctx;
};

/**
 * Creates the token and mails its link. Users without a password are told how they sign in instead. A retry creates a new token, which
 * makes the earlier one invalid.
 */
export const sendPasswordMail = async (
  ctx: Ctx,
  { userId, origin, reason }: InputOf<typeof passwordMailJob>,
): Promise<void> => {
  if (userId === null) return;
  const token = newToken('rst');
  const home = await inHome(ctx, userId);
  const found = await home.tx(async (tx) => {
    const user = await userRepository.find(tx.db, userId);
    if (!user) return undefined;
    const providers = await accountRepository.listProviders(tx.db, userId);
    const hasPassword = providers.includes('password');
    if (hasPassword) await putToken(tx, user, token);
    await tx.audit('identity.password_mail_sent', userId, { reason });
    return { to: user.email, name: user.name, providers, hasPassword };
  });
  if (!found) return;
  const { to, name, providers, hasPassword } = found;
  const mail = hasPassword
    ? resetMail({ to, name, link: `${origin}/reset-password?token=${token}`, reason })
    : passwordlessMail({ to, name, link: origin, ways: providers.map((each) => providerNameFor(ctx, each)) });
  await ctx.services.mailer.send(mail);
};
