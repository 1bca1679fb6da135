import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { SecretScope } from '../../../../kernel/secrets/secrets.ts';

/** The user who grants access. Throws `auth.unauthenticated` for actors that are not users. */
export const userIdOf = ({ actor }: Ctx): string =>
  'userId' in actor ? actor.userId : fail('auth.unauthenticated');

/** Returns the scope that ties the encrypted PKCE verifier of an attempt to its state. */
export const verifierScope = ({ tenantId }: Ctx, stateHash: string): SecretScope => ({
  purpose: `authorization attempt ${stateHash}`,
  tenantId,
});
