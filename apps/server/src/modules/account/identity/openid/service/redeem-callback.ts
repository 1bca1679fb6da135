import { fail } from '../../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { type OpenidAttempt, openidAttemptRepository } from '../../repository/openid-repository.ts';
import { deriveProofs } from '../browser.ts';
import type { ProviderAnswer } from '../client.ts';
import { openidClients } from '../clients.ts';
import { callbackAddress } from './begin-attempt.ts';

/** The parameters with which the provider sent the browser back. */
export interface Callback {
  code: string;
  state: string;
  iss?: string | undefined;
}

const takeAttempt = async (ctx: Anonymous, state: string, browserSecret: string | undefined) => {
  if (browserSecret === undefined) return fail('openid.attempt_expired');
  const hashes = { stateHash: hashToken(state), browserHash: hashToken(browserSecret) };
  const attempt = await ctx.globally((db) => openidAttemptRepository.consume(db, hashes, new Date()));
  return { attempt: attempt ?? fail('openid.attempt_expired'), proofs: deriveProofs(browserSecret, state) };
};

/** Uses up the attempt of this browser, and returns the verified answer of its provider. */
export const redeemCallback = async (
  ctx: Anonymous,
  { code, state, iss }: Callback,
  { browserSecret, origin }: { browserSecret: string | undefined; origin: string },
): Promise<{ attempt: OpenidAttempt; answer: ProviderAnswer }> => {
  const { attempt, proofs } = await takeAttempt(ctx, state, browserSecret);
  const callbackUrl = new URL(callbackAddress(origin));
  callbackUrl.search = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) }).toString();
  const client = ctx.use(openidClients).get(attempt.provider);
  return { attempt, answer: await client.redeem({ callbackUrl, state, ...proofs }) };
};
