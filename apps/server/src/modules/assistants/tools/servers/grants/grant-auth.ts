import type { AuthProvider } from '@modelcontextprotocol/client';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { type FreshGrant, freshGrant } from './fresh-grant.ts';
import { type GrantOwner } from './repository.ts';

/** Signs the requests of one call, and remembers what it signed with. */
export interface GrantAuth extends AuthProvider {
  used: () => FreshGrant;
}

/** Signs requests with the tokens of an account. A request that is refused is repeated once, with new tokens. */
export const grantAuth = async (ctx: Ctx, owner: GrantOwner, signal: AbortSignal): Promise<GrantAuth> => {
  let current = await freshGrant(ctx, owner, { signal });
  return {
    used: () => current,
    token: async () => current.grant.accessToken,
    onUnauthorized: async () => {
      current = await freshGrant(ctx, owner, { refused: current.row.revision, signal });
    },
  };
};
