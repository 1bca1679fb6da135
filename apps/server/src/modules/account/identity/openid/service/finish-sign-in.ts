import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { OpenidProvider } from '@atelier/contracts/account/identity/openid';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import {
  type OpenidAttempt,
  openidAttemptRepository,
  sessionProviderRepository,
} from '../../repository/openid-repository.ts';
import { idTokenScope } from '../../request/id-token-scope.ts';
import { continueSignIn, type SignedIn } from '../../service/sessions/continue-sign-in.ts';
import type { Caller } from '../../service/sessions/open-session.ts';
import { deriveProofs } from '../browser.ts';
import type { ProviderAnswer } from '../client.ts';
import { openidClients } from '../clients.ts';
import { callbackAddress } from './begin-attempt.ts';
import { findUser } from './find-user.ts';
import { keepPicture } from './keep-picture.ts';
import { linkAccount } from './link-account.ts';

/** The parameters with which the provider sent the browser back. */
export interface Callback {
  code: string;
  state: string;
  iss?: string | undefined;
}

export interface Finished {
  user: SessionUser;
  /** The token of the new session; null when an account was linked and the session stays. */
  token: string | null;
  provider: OpenidProvider;
  returnTo: string | null;
}

const takeAttempt = async (ctx: Anonymous, state: string, browserSecret: string | undefined) => {
  if (browserSecret === undefined) return fail('openid.attempt_expired');
  const hashes = { stateHash: hashToken(state), browserHash: hashToken(browserSecret) };
  const attempt = await ctx.globally((db) => openidAttemptRepository.consume(db, hashes, new Date()));
  return { attempt: attempt ?? fail('openid.attempt_expired'), proofs: deriveProofs(browserSecret, state) };
};

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
  { code, state, iss }: Callback,
  { caller, browserSecret }: { caller: Caller; browserSecret: string | undefined },
): Promise<Finished> => {
  const { attempt, proofs } = await takeAttempt(ctx, state, browserSecret);
  const callbackUrl = new URL(callbackAddress(caller.origin));
  callbackUrl.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString();
  const answer = await ctx
    .use(openidClients)
    .get(attempt.provider)
    .redeem({ callbackUrl, state, ...proofs });
  const { provider, returnTo } = attempt;
  if (attempt.userId !== null) {
    const { userId } = attempt;
    const user = await linkAccount(ctx, { userId, provider, answer, origin: caller.origin });
    return { user, token: null, provider, returnTo };
  }
  return { ...(await letIn(ctx, attempt, { answer, caller })), provider, returnTo };
};
