import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { type ContextParts, createContext } from '../context.ts';
import type { ServiceHouse, Services } from '../services.ts';
import type { RunDefinition } from './definition.ts';
import { executeRun, LeaseLost } from './execute-run.ts';
import { waitingTopic } from './order-run.ts';
import { type Claim, claimRun } from './queue.ts';

const pollMs = 1500;

export interface RunLoop {
  /** Takes no more runs, gives back those under way, and resolves when all have let go. */
  close(): Promise<void>;
}

interface RunLoopParts {
  pool: Pool;
  services: Services;
  house: ServiceHouse;
  definitions: ReadonlyMap<string, RunDefinition>;
  concurrency: number;
}

/** Works on queued runs, `concurrency` at a time, woken by commits and by a slow poll that also finds orphans. */
export const startRunLoop = (parts: RunLoopParts): RunLoop => {
  const { pool, services, definitions, concurrency } = parts;
  const owner = randomUUID();
  // One place stays free for other tenants, however much one of them has queued.
  const tenantCap = Math.max(1, concurrency - 1);
  const shutdown = new AbortController();
  const active = new Set<Promise<void>>();
  let taking = false;
  let again = false;

  const contextOf = (claim: Claim): ContextParts => ({
    pool,
    house: parts.house,
    services,
    tenantId: claim.tenant_id,
    actor: { kind: 'system', name: claim.kind },
    requestId: claim.run_id,
    log: services.log.child({ run: claim.run_id, kind: claim.kind, tenant: claim.tenant_id }),
  });

  const work = async (claim: Claim): Promise<void> => {
    const ctx = createContext(contextOf(claim));
    await executeRun({
      pool,
      ctx,
      definition: definitions.get(claim.kind),
      claim,
      shutdown: shutdown.signal,
    }).catch((error: unknown) => {
      // The lease runs out and another attempt takes over.
      if (!(error instanceof LeaseLost)) ctx.log.error({ err: error }, 'a run could not be settled');
    });
  };

  const take = async (): Promise<void> => {
    again = true;
    if (taking) return;
    taking = true;
    try {
      while (again && !shutdown.signal.aborted) {
        again = false;
        while (active.size < concurrency && !shutdown.signal.aborted) {
          const claim = await claimRun(pool, owner, tenantCap);
          if (!claim) break;
          const working = work(claim).finally(() => {
            active.delete(working);
            void wake();
          });
          active.add(working);
        }
      }
    } finally {
      taking = false;
    }
  };
  const wake = () =>
    take().catch((error: unknown) => services.log.warn({ err: error }, 'no run could be taken'));

  const timer = setInterval(() => void wake(), pollMs);
  const unsubscribe = services.live.subscribe(waitingTopic.tenantId, waitingTopic.topic, () => void wake());
  void wake();
  return {
    async close() {
      clearInterval(timer);
      unsubscribe();
      shutdown.abort();
      await Promise.all(active);
    },
  };
};
