import type { Pool } from 'pg';
import type { ContextParts } from '../../context/context.ts';
import type { ServiceContainer, Services } from '../../services/services.ts';
import type { ClaimedRun } from './claimed-run.ts';

/** What runs are worked on with. */
export interface Ground {
  services: Services;
  container: ServiceContainer;
}

/** What the context of a run is made of: it acts for its tenant, under the name of its kind. */
export const contextOf = (claim: ClaimedRun, pool: Pool, { services, container }: Ground): ContextParts => ({
  pool,
  container,
  services,
  tenantId: claim.tenant_id,
  actor: { kind: 'system', name: claim.kind },
  patience: 'long',
  requestId: claim.id,
  log: services.log,
});
