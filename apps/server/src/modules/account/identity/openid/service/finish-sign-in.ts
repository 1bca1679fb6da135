import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import {
  type OpenidAttempt,
  sessionProviderRepository,
  signInAccountRepository,
} from '../../repository/openid-repository.ts';
import { idTokenScope } from '../../request/orchestrator-tokens.ts';
import { orderNotice } from '../../service/mails/send-notice.ts';
import {
  type Caller,
  continueSignIn,
  readSessionUser,
  type SignedIn,
} from '../../service/sessions/open-session.ts';
import type { ProviderAnswer } from '../client.ts';
import { findUser, keepPicture } from './find-user.ts';
import { type Callback, redeemCallback } from './provider-sign-in.ts';

interface Link {
  /** The user who started linking. */
  userId: string;
  provider: OpenidProvider;
  answer: ProviderAnswer;
  origin: string;
}

/** Links a provider to the account that is signed in. The addresses need not match, because both accounts were just proven. */
const linkAccount = (
  { own, principal }: Anonymous,
  { userId, provider, answer, origin }: Link,
): Promise<SessionUser> => {
  if (!own || principal?.kind !== 'user' || principal.userId !== userId) return fail('openid.other_session');
  return own.tx(async (tx) => {
    const { subject, email = null } = answer;
    const holder = await signInAccountRepository.findUser(tx.db, { provider, subject });
    if (holder) fail(holder.userId === userId ? 'openid.already_linked' : 'openid.linked_elsewhere');
    const accountId = newId('acc');
    await signInAccountRepository.insert(tx.db, { id: accountId, userId, provider, subject, email });
    await tx.audit('identity.account_linked', accountId, { provider });
    await orderNotice(tx, { userId, origin, what: 'account-linked' });
    return readSessionUser(tx, userId);
  });
};

export interface Finished {
  user: SessionUser;
  /** The token of the new session; null when an account was linked and the session stays. */
  token: string | null;
  provider: OpenidProvider;
  returnTo: string | null;
}

const letIn = async (
  ctx: Anonymous,
  { provider, inviteHash }: OpenidAttempt,
  { answer, caller }: { answer: ProviderAnswer; caller: Caller },
): Promise<SignedIn> => {
  const user = await findUser(ctx, { provider, answer, inviteHash, origin: caller.origin });
  if (user.isNew) await keepPicture(ctx, { provider, answer, userId: user.userId });
  const entered = await continueSignIn(ctx, user, caller);
  const tokenHash = hashToken(entered.token);
  const idToken = ctx.services.secrets.encrypt(answer.idToken, idTokenScope(tokenHash));
  await ctx.globally((db) => sessionProviderRepository.put(db, tokenHash, { provider, idToken }));
  return entered;
};

/** Finishes an attempt: signs the user in, or links the provider to the account that is signed in. */
export const finishSignIn = async (
  ctx: Anonymous,
  callback: Callback,
  { caller, browserSecret }: { caller: Caller; browserSecret: string | undefined },
): Promise<Finished> => {
  const { attempt, answer } = await redeemCallback(ctx, callback, { browserSecret, origin: caller.origin });
  const { provider, returnTo, userId, appId } = attempt;
  if (appId !== null) return fail('openid.attempt_expired');
  if (userId !== null) {
    const user = await linkAccount(ctx, { userId, provider, answer, origin: caller.origin });
    return { user, token: null, provider, returnTo };
  }
  return { ...(await letIn(ctx, attempt, { answer, caller })), provider, returnTo };
};
