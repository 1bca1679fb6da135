import type { SecretScope } from '../../../../kernel/secrets/secrets.ts';

/** Returns the encryption scope of an id token, which can be decrypted only with the session that it came with. */
export const idTokenScope = (tokenHash: string): SecretScope => ({
  purpose: `id-token ${tokenHash}`,
  tenantId: '',
});
