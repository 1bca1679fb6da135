import type { IncomingHttpHeaders } from 'node:http';
import type { Role } from '@atelier/contracts/kernel/permissions';

/** Who a request proved to come from. */
export interface Principal {
  kind: 'user' | 'api-key';
  userId: string;
  tenantId: string;
  role: Role;
  name: string;
  /** Whether they proved an address of an internal domain (`INTERNAL_DOMAINS`). */
  isInternal: boolean;
  /** The token that an unsafe request must repeat in `x-csrf-token`; null when no cookie was the proof. */
  csrfToken: string | null;
  /** `set-cookie` values by which the reply prolongs the session. */
  setCookies?: readonly string[];
}

/**
 * The one credential extractor: every header and cookie that can prove something is read here and nowhere else. A request
 * prolongs its session unless it is `unused`: an open stream that is judged again is no sign of a person.
 */
export type Authenticate = (
  headers: IncomingHttpHeaders,
  options?: { unused: boolean },
) => Promise<Principal | null>;

/** The actor that a principal acts as. */
export const actorOf = (principal: Principal) => ({
  kind: principal.kind,
  userId: principal.userId,
  role: principal.role,
  name: principal.name,
});
