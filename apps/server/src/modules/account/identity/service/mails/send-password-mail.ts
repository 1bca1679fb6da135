import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../../kernel/context/define-job.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { ensureOwnTenant, userTenants } from '../../../tenancy/index.ts';
import { passwordlessMail, resetMail } from '../../mails/password-mails.ts';
import {
  accountRepository,
  userRepository,
  verificationRepository,
} from '../../repository/user-repository.ts';
import { findOwner, nobodysTenant } from '../checks/find-owner.ts';
import { countTry, limits } from '../checks/limit-tries.ts';

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
