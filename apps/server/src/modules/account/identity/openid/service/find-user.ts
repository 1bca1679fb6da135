import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Log } from '../../../../../kernel/log/log.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { detectPictureType } from '../../../../../kernel/module/picture.ts';
import type { Outbound } from '../../../../../kernel/outbound/outbound.ts';
import { foundTenant } from '../../../tenancy/index.ts';
import { signInAccountRepository } from '../../repository/openid-repository.ts';
import { pictureRepository } from '../../repository/picture-repository.ts';
import { type UserRow, userRepository } from '../../repository/user-repository.ts';
import { orderNotice } from '../../service/mails/send-notice.ts';
import { findHome, type NamedUser } from '../../service/sessions/open-session.ts';
import { orderVerificationMail } from '../../service/verify-email.ts';
import { waitlistRepository } from '../../waitlist/repository.ts';
import { requireInvite } from '../../waitlist/service/answer-waitlist.ts';
import type { ProviderAnswer } from '../client.ts';

/** The prefix of a user's id tells how they signed up: `auth` with a password (HEADER-17), and for Google as TENANT-14 says. */
const idPrefixes: Record<OpenidProvider, string> = {
  openid: 'oidc',
  google: 'google-oauth2',
  microsoft: 'waad',
};

/**
 * Creates a user who came from a provider, with a tenant of their own. The sign-in page says that continuing means agreeing to the terms.
 * If the provider has not verified the address, we mail a link to confirm it.
 */
const makeUser = async (
  ctx: Anonymous,
  { provider, answer, inviteHash, origin }: Arrival,
  email: string,
): Promise<NamedUser> => {
  const isVouchedFor = answer.isEmailVerified === true;
  const isProven = await requireInvite(ctx, { email, inviteHash, isProven: isVouchedFor });
  const userId = newId(idPrefixes[provider]);
  const name = answer.name ?? email.split('@')[0] ?? email;
  return ctx.forTenant(newId('ten'), { kind: 'user', userId, role: 'OWNER', name }).tx(async (tx) => {
    await userRepository.insert(tx.db, {
      id: userId,
      name,
      email,
      emailVerified: isProven,
      mailProven: isVouchedFor || (isProven && !tx.services.mailer.usesOutbox),
      termsAcceptedAt: tx.now(),
    });
    await signInAccountRepository.insert(tx.db, {
      id: newId('acc'),
      userId,
      provider,
      subject: answer.subject,
      email,
    });
    await foundTenant(tx, { name: `${name}’s company`, ownerId: userId });
    await waitlistRepository.markJoined(tx.db, email);
    await tx.audit('identity.signed_up', userId, { provider });
    if (!isProven) await orderVerificationMail(tx, userId, origin);
    return { userId, name };
  });
};

/** A verified answer of a provider, with the invitation and the request that brought it. */
interface Arrival {
  provider: OpenidProvider;
  answer: ProviderAnswer;
  inviteHash: string | null;
  origin: string;
}

/** Links the provider to an account whose address both sides have verified. */
const adopt = async (
  ctx: Anonymous,
  { provider, answer, origin }: Arrival,
  user: UserRow,
): Promise<NamedUser> => {
  const { tenantId, role } = await findHome(ctx, user.id);
  const { id: userId, name } = user;
  return ctx.forTenant(tenantId, { kind: 'user', userId, role, name }).tx(async (tx) => {
    const accountId = newId('acc');
    const { subject, email = null } = answer;
    await signInAccountRepository.insert(tx.db, { id: accountId, userId, provider, subject, email });
    await tx.audit('identity.account_linked', accountId, { provider, by: 'verified email' });
    await orderNotice(tx, { userId, origin, what: 'account-linked' });
    return { userId, name };
  });
};

/**
 * Finds or creates the user that a provider's answer stands for: the user who signed in with it before; else the user with the same
 * address, if the provider and we have both verified it; else a new user. An unverified address proves nothing on either side: whoever
 * entered it would get into its owner's account, or could wait in it for the owner.
 */
export const findUser = async (ctx: Anonymous, arrival: Arrival): Promise<NamedUser & { isNew: boolean }> => {
  const { provider, answer } = arrival;
  const known = await ctx.globally((db) =>
    signInAccountRepository.findUser(db, { provider, subject: answer.subject }),
  );
  if (known) return { ...known, isNew: false };
  const email = answer.email ?? fail('openid.email_missing');
  if (answer.isEmailVerified === false) fail('openid.email_unverified');
  const owner = await ctx.globally((db) => userRepository.findByEmail(db, email));
  if (!owner) return { ...(await makeUser(ctx, arrival, email)), isNew: true };
  if (answer.isEmailVerified !== true || !owner.emailVerified) fail('openid.link_first');
  return { ...(await adopt(ctx, arrival, owner)), isNew: false };
};

const microsoftPicture = 'https://graph.microsoft.com/v1.0/me/photos/96x96/$value';
const maxBytes = 256 * 1024;
const timeoutMs = 4000;

export interface PictureSource {
  provider: OpenidProvider;
  answer: Pick<ProviderAnswer, 'picture' | 'accessTokenFor'>;
}

interface PictureParts {
  outbound: Outbound;
  log: Log;
}

/** Returns the request for the picture; undefined when the provider has none. */
const requestFor = ({ provider, answer }: PictureSource, log: Log) => {
  if (provider !== 'microsoft') return answer.picture === undefined ? undefined : { url: answer.picture };
  const token = answer.accessTokenFor('User.Read');
  if (token !== undefined) return { url: microsoftPicture, headers: { authorization: `Bearer ${token}` } };
  // AUTH-03: users whose directory does not grant the scope can sign in nevertheless.
  log.warn({ provider }, 'Access token not found.');
  return undefined;
};

/** Reads the picture of a user from the provider. Failures are only logged. */
export const readPicture = async ({ outbound, log }: PictureParts, source: PictureSource) => {
  const request = requestFor(source, log);
  if (!request) return undefined;
  try {
    const { url, ...options } = request;
    const response = await outbound.fetch(url, { ...options, maxBytes, timeoutMs });
    const bytes = Buffer.from(await response.arrayBuffer());
    const type = response.ok ? detectPictureType(bytes) : undefined;
    return type && { type, bytes };
  } catch (error) {
    log.warn({ err: error, provider: source.provider }, 'the picture of a new person was not read');
    return undefined;
  }
};

/** Gives a new user the picture that the provider has of them. */
export const keepPicture = async (
  ctx: Anonymous,
  source: PictureSource & { userId: string },
): Promise<void> => {
  const { outbound, log } = ctx.services;
  const picture = await readPicture({ outbound, log }, source);
  if (!picture) return;
  const id = newId('pic');
  const { userId } = source;
  await ctx.globally(async (db) => {
    await pictureRepository.put(db, { id, userId, ...picture });
    await userRepository.setPicture(db, userId, `/api/auth/pictures/${id}`);
  });
};
