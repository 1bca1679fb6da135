import type { SignUp } from '@atelier/contracts/account/identity/auth';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob, type InputOf } from '../../../../kernel/context/define-job.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { foundTenant } from '../../tenancy/index.ts';
import { hashPassword } from '../passwords.ts';
import { accountRepository, userRepository } from '../repository/user-repository.ts';
import { waitlistRepository } from '../waitlist/repository.ts';
import { requireInvite } from '../waitlist/service/answer-waitlist.ts';
import { findOwner } from './checks/find-owner.ts';
import { countTry, limits } from './checks/limit-tries.ts';
import { sendPasswordMail } from './mails/send-password-mail.ts';
import { type Caller, openSession, readSessionUser, type SignedIn } from './sessions/open-session.ts';
import { orderVerificationMail } from './verify-email.ts';

const NewAccount = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  passwordHash: z.string(),
  companyName: z.string(),
  /** Accepting the terms is required (AUTH-09). */
  acceptTerms: z.boolean(),
});
type NewAccount = z.infer<typeof NewAccount>;

/**
 * The state of the address: proven already (`proven`), to be confirmed at some time (`open`), or to be proven before the first sign-in
 * (`pending`).
 */
type Proof = 'proven' | 'open' | 'pending';

/** Creates a user with a password and their tenant, in the transaction's tenant. The ids of such users begin with `auth` (HEADER-17). */
const createAccount = async (tx: TxCtx, account: NewAccount, proof: Proof): Promise<void> => {
  const { userId, name, email, passwordHash, companyName, acceptTerms } = account;
  await userRepository.insert(tx.db, {
    id: userId,
    name,
    email,
    emailVerified: proof === 'proven',
    mailProven: proof === 'proven' && !tx.services.mailer.usesOutbox,
    pending: proof === 'pending',
    termsAcceptedAt: acceptTerms ? tx.now() : null,
  });
  await accountRepository.insert(tx.db, {
    id: newId('acc'),
    userId,
    provider: 'password',
    subject: userId,
    passwordHash,
  });
  await foundTenant(tx, { name: companyName, ownerId: userId });
  await waitlistRepository.markJoined(tx.db, email);
  await tx.audit('identity.signed_up', userId);
};

export const signUpJob = defineJob({
  name: 'identity.sign-up-by-mail',
  input: z.object({
    account: z.string(),
    /** The user who already has the address. */
    ownerId: z.string().nullable(),
    origin: z.url(),
  }),
});

const buildSecretScope = (tenantId: string) => ({ purpose: 'sign-up', tenantId });

/**
 * Leaves the whole sign-up to a job, so that a known and an unknown address take the same time and get the same answer. The order is
 * encrypted, because it waits in the queue with the hash of a password.
 */
const orderSignUp = async (ctx: Anonymous, account: NewAccount, origin: string): Promise<void> => {
  const { isOver, owner } = await ctx.globally(async (db) => ({
    ...(await countTry(db, limits.mail, account.email)),
    owner: await findOwner(db, account.email),
  }));
  if (isOver) return;
  const tenantId = owner?.tenantId ?? newId('ten');
  const sealed = ctx.services.secrets.encrypt(JSON.stringify(account), buildSecretScope(tenantId));
  const order = { account: sealed, ownerId: owner?.userId ?? null, origin };
  await ctx
    .forTenant(tenantId, { kind: 'system', name: signUpJob.name })
    .tx((tx) => tx.enqueue(signUpJob, order, { key: `${signUpJob.name}:${hashToken(account.email)}` }));
};

/**
 * Creates the account, which waits for its mail, or tells the owner of the address that they already have one. A retry that finds the
 * account it created itself only sends its mail. When two sign-ups race for one address, the first one wins.
 */
export const signUpByMail = async (ctx: Ctx, order: InputOf<typeof signUpJob>): Promise<void> => {
  const { ownerId, origin } = order;
  if (ownerId !== null) return sendPasswordMail(ctx, { userId: ownerId, origin, reason: 'sign-up' });
  const account = NewAccount.parse(
    readJson(ctx.services.secrets.decrypt(order.account, buildSecretScope(ctx.tenantId))),
  );
  await ctx.tx(async (tx) => {
    const present = await userRepository.findByEmail(tx.db, account.email);
    if (present && present.id !== account.userId) return;
    if (!present) await createAccount(tx, account, 'pending');
    await orderVerificationMail(tx, account.userId, origin);
  });
};

/** Creates user, tenant and session in one transaction, which also orders the verification mail. */
const signUpAtOnce = (
  ctx: Anonymous,
  account: NewAccount,
  proof: Proof,
  caller: Caller,
): Promise<SignedIn> => {
  const { userId, name } = account;
  return ctx.forTenant(newId('ten'), { kind: 'user', userId, role: 'OWNER', name }).tx(async (tx) => {
    await createAccount(tx, account, proof);
    const token = await openSession(tx, userId, caller);
    if (proof !== 'proven') await orderVerificationMail(tx, userId, caller.origin);
    return { user: await readSessionUser(tx, userId), token };
  });
};

/**
 * Signs a user up. Without a mail server the account can be used at once. With one, nobody may sign in before following the mailed link,
 * and the answer (null) is the same for an address that is taken. The token of an admission mail proves the address beforehand.
 */
export const signUp = async (ctx: Anonymous, input: SignUp, caller: Caller): Promise<SignedIn | null> => {
  const { name, email, password, companyName, invite, acceptTerms = false } = input;
  const inviteHash = invite === undefined ? null : hashToken(invite);
  const isProven = await requireInvite(ctx, { email, inviteHash, isProven: false });
  const isByMail = !isProven && !ctx.services.mailer.usesOutbox;
  if (!isByMail && (await ctx.globally((db) => userRepository.isEmailTaken(db, email))))
    fail('auth.email_taken');
  const passwordHash = await hashPassword(password);
  const account = { userId: newId('auth'), name, email, passwordHash, companyName, acceptTerms };
  if (!isByMail) return signUpAtOnce(ctx, account, isProven ? 'proven' : 'open', caller);
  await orderSignUp(ctx, account, caller.origin);
  return null;
};
