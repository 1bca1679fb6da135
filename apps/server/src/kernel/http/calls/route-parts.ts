import type { Endpoint } from '@atelier/contracts/kernel/contract';
import type { Pool } from 'pg';
import type { AuditTrail } from '../../context/audit-log.ts';
import type { AppUser, Authenticate, AuthenticateAppUser, Principal } from '../../module/principal.ts';
import type { RateLimiter } from '../../rate-limit/rate-limit.ts';
import type { ServiceContainer, Services } from '../../services/services.ts';
import type { ErrorMapping } from '../envelope.ts';
import type { Hosts } from '../hosts.ts';

export interface RouteParts {
  pool: Pool;
  services: Services;
  container: ServiceContainer;
  authenticate: Authenticate;
  authenticateAppUser: AuthenticateAppUser;
  rateLimiter: RateLimiter;
  mapError: ErrorMapping;
  hosts: Hosts;
  /** Set in tests: a mutating request that leaves no audit entry is an error. */
  strictAudit: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    principal: Principal | null;
    /** Set once the app user of the request is known. */
    appUser: AppUser | null;
    trail: AuditTrail;
  }
  interface FastifyContextConfig {
    /** The endpoint of the route, for failures before its handler is called. */
    endpoint?: Endpoint;
  }
}
