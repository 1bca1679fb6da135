import { type Permission, roleMay } from '@atelier/contracts/kernel/permissions';
import type { Pool } from 'pg';
import { newId } from '../base/ids.ts';
import type { SpanParent } from '../base/span-parent.ts';
import type { Memory } from '../cache/remembered.ts';
import { OutOfDate, type Supposition } from '../cache/revisions.ts';
import {
  allowLong,
  type GlobalDb,
  type Patience,
  type TenantDb,
  withoutTenant,
  withTenant,
} from '../db/tenant-db.ts';
import type { Reads } from '../db/transaction/ending.ts';
import type { Log } from '../log/log.ts';
import type { ServiceContainer, ServiceDefinition, Services } from '../services/services.ts';
import type { Actor } from './actor.ts';
import { type AuditedSubject, type AuditTrail, writeAudit, writeAudits } from './audit-log.ts';
import type { EventType, JobType } from './define-job.ts';
import { type CostlyRun, RunCosts } from './run-costs.ts';
import type { StepCharges } from './step-charges.ts';
import { writeEvent, writeJob, writeSignal, writeSignals } from './transaction-writes.ts';
import { type WaitWatch, watchedServices } from './watched-services.ts';

interface Common {
  readonly tenantId: string;
  readonly actor: Actor;
  readonly requestId: string;
  readonly log: Log;
  readonly services: Services;
  /** The charges of the step of a run for which this context was made. */
  readonly charges: StepCharges | undefined;
  now(): Date;
  may(permission: Permission): boolean;
}

/**
 * Runs `work`, which only reads, in one round trip: all its statements leave with the beginning and the commit of the transaction, so it sends
 * them before it waits for any (`Promise.all`). With `next`, which gets the result, it is two round trips, of which the second has the commit.
 */
type Read = <F, T = F>(
  work: (tx: TxCtx) => Promise<F>,
  next?: (tx: TxCtx, found: F) => Promise<T>,
) => Promise<T>;

/** The context of a tenant outside a transaction: it may reach the network, and it has no database. */
export interface Ctx extends Common, WaitWatch {
  readonly inTransaction: false;
  /**
   * Runs `work` in a transaction. After a deadlock `work` runs again from its start, so it must change nothing outside the database. With
   * `sharedAs`, it shares a transaction with work of the same kind that other callers of the tenant bring at the same time: for short work
   * that many callers do at once and whose writes are its last statement, such as storing a question. Work of one kind takes its locks in
   * one order.
   */
  tx<T>(work: (tx: TxCtx) => Promise<T>, options?: { sharedAs?: string | undefined }): Promise<T>;
  read: Read;
  use<T>(service: ServiceDefinition<T>): T;
  /** The span of the work for which this context was made, where traces are exported. */
  readonly trace?: SpanParent | undefined;
  /** Returns the same context for a part of the work, with a span, charges or a watcher of its own. */
  within(part: Pick<ContextParts, 'trace' | 'charges' | 'onWaits'>): Ctx;
  /** Returns the context of another tenant, in which `actor` acts with their role there. For use cases that move users between tenants. */
  inTenant(tenantId: string, actor: Actor): Ctx;
}

/** The context of a tenant inside a transaction: it has the database, and no way to the network. */
export interface TxCtx extends Common {
  readonly inTransaction: true;
  readonly db: TenantDb;
  /** These two join the open transaction. */
  tx<T>(work: (tx: TxCtx) => Promise<T>, options?: { sharedAs?: string | undefined }): Promise<T>;
  read: Read;
  /** Records who did what, in this transaction. `details` holds no secrets and no document text. */
  audit(action: string, subjectId: string, details?: Record<string, unknown>): Promise<void>;
  /** Records the same action for several subjects. */
  auditAll(action: string, subjects: readonly AuditedSubject[]): Promise<void>;
  /** Records a fact. Every subscriber gets it at least once after the commit; without subscribers nothing is stored. */
  emit<P extends object>(event: EventType<P>, payload: P): Promise<void>;
  /** Orders a job. A job with a `key` replaces a waiting job of the same key. */
  enqueue<I extends object>(
    job: JobType<I>,
    input: I,
    options?: { key?: string; runAt?: Date },
  ): Promise<void>;
  /**
   * Returns the value that this process remembers of the tenant under `key`, or loads it. It is as current as a read at the beginning of
   * the transaction: outdated data is noticed there, and the transaction runs again. Call it before writing, because it does not see the
   * changes of its own transaction.
   */
  remember<T>(memory: ServiceDefinition<Memory<T>>, key: string, load: () => Promise<T>): Promise<T>;
  /**
   * Sends one statement, or several declared ones (`defineStatement`), together with the commit, which saves a round trip. Nothing may
   * follow, and the result is known only after the commit; when one fails, so does the transaction.
   */
  last(write: () => Promise<unknown>): void;
  /** Adds micro-credits to the cost of the run in which this transaction works. Does nothing outside of runs. */
  countCost(microCredits: number): Promise<void>;
  /** Gives the following statements the time limits of a run, for use cases that delete many rows. */
  allowLong(): Promise<void>;
  /** Wakes live listeners of `topic` after the commit. */
  signal(topic: string, id: string): Promise<void>;
  signalAll(topic: string, ids: readonly string[]): Promise<void>;
}

/** A context for use cases that may be called inside or outside a transaction. */
export type AnyCtx = Ctx | TxCtx;

export interface ContextParts extends WaitWatch {
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
  trace?: SpanParent | undefined;
  charges?: StepCharges | undefined;
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

/** Makes the context of one request, job or run. */
export const createContext = (parts: ContextParts): Ctx => {
  const requestId = parts.requestId ?? newId('req');
  const { actor, tenantId, services, pool, supposed } = parts;
  const common: Common = {
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
  };
  callers.set(ctx, { stamp, trail: parts.trail });
  return ctx;
};

/** Runs `work` on the tables that belong to no tenant. Only the identity modules and the kernel call it. */
export const globally = <T>(
  pool: Pool,
  work: (db: GlobalDb) => Promise<T>,
  patience?: Patience,
): Promise<T> => withoutTenant(pool, work, patience);
