import { fail } from '../../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../../kernel/secrets/secrets.ts';
import { credentialRepository } from '../../repository/credential-repository.ts';
import { sessionCookies } from '../../request/cookies.ts';
import { type OrchestratorClaims, orchestratorTokens } from '../../request/orchestrator-tokens.ts';

interface Asked {
  tenantId: string;
  token: string | undefined;
  cookies: string | undefined;
}

/** Returns what proves the caller: the token that they sent, or else the session of their browser. */
const readProof = (ctx: Anonymous, { token, cookies }: Asked): Pick<OrchestratorClaims, 'by' | 'hash'> => {
  const ofBrowser = ctx.principal?.kind === 'user' ? ctx.use(sessionCookies).tokenOf(cookies) : undefined;
  const proof = token ?? ofBrowser ?? fail('auth.unauthenticated');
  return { by: proof.startsWith('atl_') ? 'key' : 'session', hash: hashToken(proof) };
};

/**
 * Makes a token for the calls of the orchestrator, or returns the one that the browser still has. Throws `auth.unauthenticated` and
 * `auth.tenant_mismatch`.
 */
export const obtainOrchestratorToken = async (ctx: Anonymous, asked: Asked) => {
  const { by, hash } = readProof(ctx, asked);
  const { identityPool } = ctx.services;
  const caller =
    by === 'key'
      ? await credentialRepository.findByApiKey(identityPool, hash)
      : await credentialRepository.findBySession(identityPool, hash);
  if (!caller) return fail('auth.unauthenticated');
  if (caller.tenantId !== asked.tenantId) return fail('auth.tenant_mismatch');
  const tokens = ctx.use(orchestratorTokens);
  const kept = tokens.kept(asked.cookies, asked.tenantId);
  if (kept?.claims.hash === hash) return kept;
  return tokens.make({ by, hash, tenantId: asked.tenantId });
};
