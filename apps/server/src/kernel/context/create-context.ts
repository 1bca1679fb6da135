import { roleMay } from '@atelier/contracts/kernel/permissions';
import type { Pool } from 'pg';
import { newId } from '../base/ids.ts';
import { OutOfDate, type Supposition } from '../cache/revisions.ts';
import { tellWaits } from '../compute/computation.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { Patience } from '../db/transaction/beginning.ts';
import type { Reads } from '../db/transaction/ending.ts';
import { allowLong, withTenant } from '../db/transaction/with-tenant.ts';
import type { Log } from '../log/log.ts';
import type { ServiceContainer, Services } from '../services/services.ts';
import type { Actor } from './actor.ts';
import { type AuditTrail, writeAudit, writeAudits } from './audit-log.ts';
import type { ContextBase, Ctx, PartOfWork, Read, TxCtx, WaitWatch } from './context.ts';
import { type CostlyRun, RunCosts } from './run-costs.ts';
import { writeEvent, writeJob, writeSignal, writeSignals } from './transaction-writes.ts';

export interface ContextParts extends PartOfWork {
  pool: Pool;
  container: ServiceContainer;
  services: Services;
  tenantId: string;
  actor: Actor;
  requestId?: string;
  address?: string | null;
  trail?: AuditTrail;
  log?: Log;
  /** The time limits of transactions in this context: `long` for runs and jobs, `short` (the default) for requests. */
  patience?: Patience;
  /** The run whose code gets the context, and the function that is told its costs after they are committed. */
  run?: CostlyRun;
  /** Data that is remembered about the caller. The first transaction of the request verifies it. */
  supposed?: Supposition | undefined;
}

/** Verifies the remembered data about the caller before a transaction in another tenant, whose beginning does not compare it. */
export const proveFirst = async (pool: Pool, supposed: Supposition | undefined): Promise<void> => {
  if (supposed && !(await supposed.prove(pool))) throw new OutOfDate();
};

/** The effects of one attempt of a transaction that count once it has committed. */
interface Written {
  entries: number;
  /** The trails of other callers, one for each entry that was written for them. */
  others: AuditTrail[];
  /** The times for which jobs were ordered. */
  jobsAt: Date[];
}

type Stamp = Pick<Parameters<typeof writeAudit>[1], 'actor' | 'requestId' | 'address'>;
type Writers = Pick<TxCtx, 'audit' | 'auditAll' | 'emit' | 'enqueue' | 'allowLong' | 'signal' | 'signalAll'>;

/** Returns the functions with which a use case writes audit entries, events, jobs and signals. */
const createWriters = (
  db: TenantDb,
  { tenantId, services }: Pick<ContextParts, 'tenantId' | 'services'>,
  stamp: Stamp,
  written: Written,
): Writers => ({
  audit: async (action, subjectId, details) => {
    written.entries += 1;
    await writeAudit(db, { action, subjectId, details: details ?? {}, ...stamp });
  },
  auditAll: async (action, subjects) => {
    if (subjects.length === 0) return;
    const entries = subjects.map(({ by, ...subject }) => {
      const own = by && ofCaller(by, tenantId);
      if (own?.trail) written.others.push(own.trail);
      else written.entries += 1;
      return { action, ...subject, ...(own?.stamp ?? stamp) };
    });
    await writeAudits(db, entries);
  },
  emit: async ({ name }, payload) => {
    if (services.heard.has(name)) await writeEvent(db, { tenantId, name, payload });
  },
  enqueue: async ({ name }, input, options) => {
    if (options?.runAt) written.jobsAt.push(options.runAt);
    await writeJob(db, name, { ...input, tenantId }, options);
  },
  allowLong: () => allowLong(db),
  signal: (topic, id) => writeSignal(db, { tenantId, topic, id }),
  signalAll: (topic, ids) => writeSignals(db, { tenantId, topic }, ids),
});

/** The origin of a caller's audit entries. */
const callers = new WeakMap<object, { stamp: Stamp; trail: AuditTrail | undefined }>();
const ofCaller = (ctx: { readonly tenantId: string }, tenantId: string) => {
  if (ctx.tenantId !== tenantId) throw new Error('A transaction works for callers of one tenant.');
  return callers.get(ctx);
};

const withoutRun = ({ run: _ofThisTenant, ...parts }: ContextParts): ContextParts => parts;

const refuseLast = (): never => {
  throw new Error('A read at once writes nothing, so it has no last statement.');
};

/** The result of a read of one step, whose type is that of its only step. */
const returnFound = <F, T>(_tx: TxCtx, found: F): Promise<T> => Promise.resolve(found as unknown as T);

type Transact = <T>(
  work: (tx: TxCtx, endWithThisTurn: () => void) => Promise<T>,
  options?: { reads?: Reads; sharedAs?: string | undefined },
) => Promise<T>;

/** Returns the function that reads with the statements of an open transaction. */
const joiningRead =
  (open: () => TxCtx): Read =>
  async <F, T>(work: (tx: TxCtx) => Promise<F>, next = returnFound<F, T>) => {
    const tx = { ...open(), last: refuseLast };
    return next(tx, await work(tx));
  };

/** Returns the functions that open a transaction. */
const createTransactions = (transact: Transact): Pick<Ctx, 'tx' | 'read'> => ({
  tx: (work, { sharedAs } = {}) => transact(work, { sharedAs }),
  read: (work, next) =>
    next === undefined
      ? transact(async (tx) => returnFound(tx, await work(tx)), { reads: 'at once' })
      : transact(
          async (tx, endWithThisTurn) => {
            const found = await work(tx);
            endWithThisTurn();
            return next(tx, found);
          },
          { reads: 'in two' },
        ),
});

/** Returns the services for a piece of work; their threads tell the one who watches it, if there is one. */
const watchedServices = ({ services, onWaits }: WaitWatch & { services: Services }): Services =>
  onWaits ? { ...services, compute: tellWaits(services.compute, onWaits) } : services;

/** Makes the context of one request, job or run. */
export const createContext = (parts: ContextParts): Ctx => {
  const requestId = parts.requestId ?? newId('req');
  const { actor, tenantId, services, pool, supposed } = parts;
  const common: ContextBase = {
    tenantId,
    actor,
    requestId,
    log: parts.log ?? services.log,
    services: watchedServices(parts),
    charges: parts.charges,
    now: () => new Date(),
    may: (permission) => 'role' in actor && roleMay(actor.role, permission),
  };
  const stamp = { actor, requestId, address: parts.address ?? null };
  const transact: Transact = async (work, { reads, sharedAs } = {}) => {
    let written: Written = { entries: 0, others: [], jobsAt: [] };
    const costs = new RunCosts(parts.run);
    const isOurs = supposed?.subjects.tenantId === tenantId;
    if (!isOurs) await proveFirst(pool, supposed);
    const doubt = isOurs && supposed?.verdict === undefined ? supposed : undefined;
    const viewer = 'userId' in actor ? actor.userId : undefined;
    // A transaction of a run locks its run first, so it is not shared.
    const kind = parts.run === undefined ? sharedAs : undefined;
    const settings = { tenantId, viewer, patience: parts.patience, supposed: doubt, reads, sharedAs: kind };
    const result = await withTenant(pool, settings, (db, { recollection, last, endWithThisTurn }) => {
      written = { entries: 0, others: [], jobsAt: [] };
      costs.forget();
      const tx: TxCtx = {
        ...common,
        ...createWriters(db, parts, stamp, written),
        inTransaction: true,
        db,
        tx: (inner) => inner(tx),
        read: joiningRead(() => tx),
        last: reads ? refuseLast : (write) => last.begin(write),
        countCost: (microCredits) => costs.count(db, microCredits),
        remember: (memory, key, load) => recollection.recall(parts.container.use(memory), key, load),
      };
      return work(tx, endWithThisTurn);
    });
    services.statistics.noteTransaction();
    costs.announce();
    for (const time of written.jobsAt) services.dueJobs.expectAt(time);
    if (parts.trail) parts.trail.entries += written.entries;
    for (const trail of written.others) trail.entries += 1;
    return result;
  };
  const ctx: Ctx = {
    ...common,
    inTransaction: false,
    use: (definition) => parts.container.use(definition),
    ...{ trace: parts.trace, onWaits: parts.onWaits },
    within: (part) => createContext({ ...parts, requestId, ...part }),
    inTenant: (id, other) => createContext({ ...withoutRun(parts), tenantId: id, actor: other }),
    ...createTransactions(transact),
  };
  callers.set(ctx, { stamp, trail: parts.trail });
  return ctx;
};
