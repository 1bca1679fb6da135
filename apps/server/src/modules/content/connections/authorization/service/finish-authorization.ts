import type { Authorization } from '@atelier/contracts/content/connections/authorization';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import { ownUserId } from '../../../../../kernel/context/actor.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { verifierScope } from '../attempt-owner.ts';
import { presentAuthorization } from '../present.ts';
import { providerOf } from '../providers.ts';
import { attemptRepository, authorizationRepository } from '../repository.ts';
import { readAccount, requestTokens, sealTokens } from '../tokens.ts';

interface Return {
  code: string;
  state: string;
  session: string;
}

/**
 * Exchanges the returned code for tokens, which are stored encrypted. Each state works only once, even if the exchange
 * fails.
 */
export const finishAuthorization = async (
  ctx: Ctx,
  { code, state, session }: Return,
): Promise<Authorization> => {
  const own = { stateHash: hashToken(state), sessionHash: hashToken(session), userId: ownUserId(ctx) };
  const attempt =
    (await ctx.tx((tx) => attemptRepository.consume(tx.db, own, tx.now()))) ??
    fail('authorization.state_unknown');
  const provider = providerOf(ctx.services.config, attempt.provider);
  const { secrets } = ctx.services;
  const { tokens, expiresAt } = await requestTokens(ctx, {
    provider,
    parameters: {
      grant_type: 'authorization_code',
      code,
      redirect_uri: attempt.redirectUri,
      code_verifier: secrets.decrypt(attempt.verifier, verifierScope(ctx, attempt.stateHash)),
    },
    refusal: 'authorization.refused',
  });
  const account = await readAccount(ctx, provider, tokens.accessToken);
  return ctx.tx(async (tx) => {
    const id = newId('aut');
    const row = await authorizationRepository.insert(tx.db, {
      id,
      provider: provider.id,
      account,
      tokens: sealTokens(secrets, { tenantId: ctx.tenantId, id }, tokens),
      expiresAt,
    });
    await tx.audit('connections.authorized', id, { provider: provider.id });
    return presentAuthorization(row ?? fail('authorization.not_found'));
  });
};
