import type { Permission } from '@atelier/contracts/kernel/permissions';
import type { SpanParent } from '../base/span-parent.ts';
import type { Memory } from '../cache/remembered.ts';
import type { TenantDb } from '../db/tenant-db.ts';
import type { Log } from '../log/log.ts';
import type { ServiceDefinition, Services } from '../services/services.ts';
import type { Actor } from './actor.ts';
import type { AuditedSubject } from './audit-log.ts';
import type { EventType, JobType } from './define-job.ts';
import type { StepCharges } from './run-costs.ts';

/** The values of every context, inside and outside of a transaction. */
export interface ContextBase {
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

/** Somebody who watches whether work waits for computing time. */
export interface WaitWatch {
  /** Is told when the work waits behind others, and when it goes on; undefined where nobody watches it. */
  readonly onWaits?: ((waits: boolean) => void) | undefined;
}

/** A part of the work of a context, with values of its own. */
export interface PartOfWork extends WaitWatch {
  trace?: SpanParent | undefined;
  charges?: StepCharges | undefined;
}

/**
 * Runs `work`, which only reads, in one round trip: all its statements leave with the beginning and the commit of the transaction, so it sends
 * them before it waits for any (`Promise.all`). With `next`, which gets the result, it is two round trips, of which the second has the commit.
 */
export type Read = <F, T = F>(
  work: (tx: TxCtx) => Promise<F>,
  next?: (tx: TxCtx, found: F) => Promise<T>,
) => Promise<T>;

/** The context of a tenant outside a transaction: it may reach the network, and it has no database. */
export interface Ctx extends ContextBase, WaitWatch {
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
  within(part: PartOfWork): Ctx;
  /** Returns the context of another tenant, in which `actor` acts with their role there. For use cases that move users between tenants. */
  inTenant(tenantId: string, actor: Actor): Ctx;
}

/** The context of a tenant inside a transaction: it has the database, and no way to the network. */
export interface TxCtx extends ContextBase {
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
