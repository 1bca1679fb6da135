import type { Authorization } from '@atelier/contracts/content/connections/authorization';
import type { AuthorizationRow } from './tables.ts';

export const presentAuthorization = ({
  id,
  provider,
  account,
  expiresAt,
}: AuthorizationRow): Authorization => ({
  authorizationId: id,
  provider,
  account,
  expiresAt: expiresAt?.toISOString() ?? null,
});
