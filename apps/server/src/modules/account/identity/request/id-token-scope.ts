import type { SecretScope } from '../../../../kernel/secrets/secrets.ts';

/** An id token opens only with the session that it came with. */
export const idTokenScope = (tokenHash: string): SecretScope => ({
  purpose: `id-token ${tokenHash}`,
  tenantId: '',
});
