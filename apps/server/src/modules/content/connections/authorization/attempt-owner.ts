import type { Ctx } from '../../../../kernel/context/context.ts';
import type { SecretScope } from '../../../../kernel/secrets/secrets.ts';

/** Returns the scope that ties the encrypted PKCE verifier of an attempt to its state. */
export const verifierScope = ({ tenantId }: Ctx, stateHash: string): SecretScope => ({
  purpose: `authorization attempt ${stateHash}`,
  tenantId,
});
