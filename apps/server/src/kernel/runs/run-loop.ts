import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type ContextParts, createContext } from '../context/context.ts';
import type { ServiceContainer, Services } from '../services/services.ts';
import type { RunDefinition } from './definition.ts';
import { executeRun, LeaseLost } from './execute-run.ts';
import { waitingTopic } from './order-run.ts';
import { type Claim, claimRun, releaseClaim } from './queue.ts';

const pollMs = 1500;

export interface RunLoop {
  /** Takes no more runs, gives back those under way, and resolves when all have let go. */
  close(): Promise<void>;
}

interface RunLoopParts {
  pool: Pool;
  services: Services;
  container: ServiceContainer;
  definitions: ReadonlyMap<string, RunDefinition>;
  concurrency: number;
}

const contextOf = ({ pool, container, services }: RunLoopParts, claim: Claim): ContextParts => ({
  pool,
  container,
  services,
  tenantId: claim.tenant_id,
  actor: { kind: 'system', name: claim.kind },
  patience: 'long',
  requestId: claim.run_id,
  log: services.log.child({ run: claim.run_id, kind: claim.kind, tenant: claim.tenant_id }),
});

const work = async (parts: RunLoopParts, claim: Claim, shutdown: AbortSignal): Promise<void> => {
  const ctx = createContext(contextOf(parts, claim));
  const definition = parts.definitions.get(claim.kind);
  await executeRun({ pool: parts.pool, ctx, definition, claim, shutdown }).catch((error: unknown) => {
    // The lease runs out and another attempt takes over.
    if (!(error instanceof LeaseLost)) ctx.log.error({ err: error }, 'a run could not be settled');
  });
};

/** Works on queued runs, `concurrency` at a time, woken by commits and by a slow poll that also finds orphans. */
export const startRunLoop = (parts: RunLoopParts): RunLoop => {
  const { pool, services, concurrency } = parts;
  const owner = randomUUID();
  // One place stays free for other tenants, however much one of them has queued.
  const tenantCap = Math.max(1, concurrency - 1);
  const shutdown = new AbortController();
  const active = new Set<Promise<void>>();
  let taking = Promise.resolve();
  let isTaking = false;
  let again = false;

  const fill = async (): Promise<void> => {
    while (active.size < concurrency && !shutdown.signal.aborted) {
      const claim = await claimRun(pool, owner, tenantCap);
      if (!claim) return;
      // The order to stop came while the claim was on its way.
      if (shutdown.signal.aborted) return releaseClaim(pool, claim);
      const working = work(parts, claim, shutdown.signal).finally(() => {
        active.delete(working);
        wake();
      });
      active.add(working);
    }
  };
  const take = async (): Promise<void> => {
    isTaking = true;
    try {
      while (again && !shutdown.signal.aborted) {
        again = false;
        await fill();
      }
    } catch (error) {
      services.log.warn({ err: error }, 'no run could be taken');
    } finally {
      isTaking = false;
    }
  };
  const wake = (): void => {
    again = true;
    if (!isTaking) taking = take();
  };

  const timer = setInterval(wake, pollMs);
  const unsubscribe = services.live.subscribe(waitingTopic.tenantId, waitingTopic.topic, wake);
  wake();
  return {
    async close() {
      clearInterval(timer);
      unsubscribe();
      shutdown.abort();
      await taking;
      await Promise.all(active);
    },
  };
};
