import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '@atelier/contracts/kernel/permissions';

/** The authenticated caller of a request. */
export interface Principal {
  kind: 'user' | 'api-key';
  userId: string;
  tenantId: string;
  role: Role;
  name: string;
  /** True when the user proved an address of an internal domain (`INTERNAL_DOMAINS`). */
  isInternal: boolean;
  /** The token that an unsafe request must repeat in `x-csrf-token`; null when the caller was not authenticated by a cookie. */
  csrfToken: string | null;
  /** The `set-cookie` values with which the reply prolongs the session. */
  setCookies?: readonly string[];
}

/**
 * Authenticates a request. Every header and cookie that can prove an identity is read here and nowhere else. A request prolongs its session
 * unless it is `unused`, because a repeated check of an open stream is no sign that the user is there.
 */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  options?: { unused: boolean },
) => Promise<Principal | null>;

/** Returns the actor that stands for a principal. */
export const actorOf = (principal: Principal) => ({
  kind: principal.kind,
  userId: principal.userId,
  role: principal.role,
  name: principal.name,
});
