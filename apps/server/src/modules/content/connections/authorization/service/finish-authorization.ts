import { createHash, randomBytes } from 'node:crypto';
import type { Authorization } from '@atelier/contracts/content/connections/authorization';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { ownUserId } from '../../../../../kernel/context/own-user.ts';
import { hashToken, newToken, type SecretScope } from '../../../../../kernel/secrets/secrets.ts';
import { presentAuthorization } from '../../present.ts';
import { attemptRepository, authorizationRepository } from '../repository.ts';
import { getProvider, readAccount, requestTokens, sealTokens } from '../tokens.ts';

/** Returns the scope that ties the encrypted PKCE verifier of an attempt to its state. */
const verifierScope = ({ tenantId }: Ctx, stateHash: string): SecretScope => ({
  purpose: `authorization attempt ${stateHash}`,
  tenantId,
});

const minutes = 10;

interface Start {
  provider: string;
  /** Identifies the user's session. */
  session: string;
  /** The origin of this server. */
  origin: string;
}

/**
 * Starts an authorization. Returns the address to send the browser to and the state that it comes back with (PKCE, RFC
 * 7636).
 */
export const startAuthorization = async (ctx: Ctx, { provider: id, session, origin }: Start) => {
  const provider = getProvider(ctx.services.config, id);
  const state = newToken('aus');
  const verifier = randomBytes(32).toString('base64url');
  const redirectUri = `${origin}/connection-auth`;
  const url = new URL(provider.authorizationUrl);
  const parameters = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...(provider.scopes.length === 0 ? {} : { scope: provider.scopes.join(' ') }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  await ctx.tx(async (tx) => {
    const stateHash = hashToken(state);
    const attempt = {
      stateHash,
      sessionHash: hashToken(session),
      userId: ownUserId(ctx),
      provider: provider.id,
      redirectUri,
      verifier: ctx.services.secrets.encrypt(verifier, verifierScope(ctx, stateHash)),
      expiresAt: new Date(tx.now().getTime() + minutes * 60_000),
    };
    await attemptRepository.insert(tx.db, attempt, tx.now());
    await tx.audit('connections.authorization_started', provider.id);
  });
  return { authorizationUrl: url.href, state };
};

/**
 * Exchanges the returned code for tokens, which are stored encrypted. Each state works only once, even if the exchange
 * fails.
 */
export const finishAuthorization = async (
  ctx: Ctx,
  { code, state, session }: { code: string; state: string; session: string },
): Promise<Authorization> => {
  const own = { stateHash: hashToken(state), sessionHash: hashToken(session), userId: ownUserId(ctx) };
  const attempt =
    (await ctx.tx((tx) => attemptRepository.consume(tx.db, own, tx.now()))) ??
    fail('authorization.state_unknown');
  const provider = getProvider(ctx.services.config, attempt.provider);
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
