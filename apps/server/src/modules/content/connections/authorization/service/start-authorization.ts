import { createHash, randomBytes } from 'node:crypto';
import { ownUserId } from '../../../../../kernel/context/actor.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { hashToken, newToken } from '../../../../../kernel/secrets/secrets.ts';
import { verifierScope } from '../attempt-owner.ts';
import { providerOf } from '../providers.ts';
import { attemptRepository } from '../repository.ts';

const minutes = 10;

export interface Start {
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
  const provider = providerOf(ctx.services.config, id);
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
