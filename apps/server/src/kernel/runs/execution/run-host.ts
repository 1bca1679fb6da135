import type { Pool } from 'pg';
import type { ContextParts } from '../../context/context.ts';
import type { ServiceContainer, Services } from '../../services/services.ts';
import { spanOf } from '../../telemetry/span.ts';
import type { ClaimedRun } from './claimed-run.ts';

/** The services and the container of the server that executes runs. */
export interface RunHost {
  services: Services;
  container: ServiceContainer;
}

/** Returns the parts of a run's context. The actor is the kind of the run, in its tenant. */
export const contextOf = (claim: ClaimedRun, pool: Pool, { services, container }: RunHost): ContextParts => ({
  pool,
  container,
  services,
  tenantId: claim.tenant_id,
  actor: { kind: 'system', name: claim.kind },
  patience: 'long',
  requestId: claim.id,
  log: services.log,
  ...(services.telemetry.isOn && { trace: spanOf(claim.id, claim.id) }),
});
