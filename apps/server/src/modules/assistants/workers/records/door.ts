import { sql } from 'drizzle-orm';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { hashToken } from '../../../../kernel/secrets/secrets.ts';
import { workerRepository } from '../repository.ts';
import type { RecordRow, WorkerRow } from '../tables.ts';
import { visibleWorkers } from '../worker-entity.ts';
import { recordRepository } from './repository.ts';

/** The one who calls about a worker or a record. Members see what they may see; a visitor sees public workers, and their own records. */
export type Caller = { ctx: Ctx; isVisitor: boolean };

/** The id of a visitor's record: that of its worker, which says where it is, and a secret. */
const separator = '.';
export const visitorRecordId = (workerId: string, secret: string): string =>
  `${workerId}${separator}${secret}`;
const isVisitorId = (recordId: string): boolean => recordId.includes(separator);

/** Returns the context of a visitor of a worker; undefined when no link leads to it. */
export const visitorCtx = async (anonymous: Anonymous, workerId: string): Promise<Ctx | undefined> => {
  const tenantId = await anonymous.findOwnerTenant(workerId);
  return tenantId === undefined
    ? undefined
    : anonymous.forTenant(tenantId, { kind: 'visitor', visitorId: null });
};

/** Binds a transaction to one record of a visitor: the database shows no other. */
export const bindToVisitor = async (tx: TxCtx, keyHash: string): Promise<void> => {
  await tx.db.execute(sql`select set_config('app.visitor_key', ${keyHash}, true)`);
};

const isOpen = ({ access, status }: WorkerRow): boolean => access === 'PUBLIC' && status !== 'DEACTIVATED';

/**
 * Finds the worker of a call. Members find those that they may see, everybody else those that are public. Throws `workers.not_found` to members
 * and `workers.link_not_found` to visitors.
 */
export const openWorker = async (
  anonymous: Anonymous,
  workerId: string,
): Promise<Caller & { worker: WorkerRow }> => {
  const { own } = anonymous;
  if (own?.may('agents:read')) {
    const worker = await own.tx((tx) => workerRepository.find(tx.db, workerId, visibleWorkers(tx)));
    if (worker) return { ctx: own, worker, isVisitor: false };
  }
  const ctx = await visitorCtx(anonymous, workerId);
  const worker = await ctx?.tx((tx) => workerRepository.find(tx.db, workerId));
  if (ctx && worker && isOpen(worker)) return { ctx, worker, isVisitor: true };
  return fail(own ? 'workers.not_found' : 'workers.link_not_found');
};

export interface OpenedRecord {
  record: RecordRow;
  worker: WorkerRow;
}

const openOwn = async (tx: TxCtx, recordId: string): Promise<OpenedRecord | undefined> => {
  const record = await recordRepository.find(tx.db, recordId);
  const worker = record && (await workerRepository.find(tx.db, record.workerId, visibleWorkers(tx)));
  return worker && record ? { record, worker } : undefined;
};

/** Finds a record that the member may see. Throws `workers.record_not_found`. */
export const findRecord = async (tx: TxCtx, recordId: string): Promise<OpenedRecord> =>
  (await openOwn(tx, recordId)) ?? fail('workers.record_not_found');

const openOfVisitor = async (tx: TxCtx, recordId: string): Promise<OpenedRecord | undefined> => {
  const keyHash = hashToken(recordId);
  await bindToVisitor(tx, keyHash);
  const record = await recordRepository.findOfVisitor(tx.db, keyHash);
  const worker = record && (await workerRepository.find(tx.db, record.workerId));
  return worker && record && isOpen(worker) ? { record, worker } : undefined;
};

/** Returns the context in which the caller reads a record. Throws as `withRecord` does. */
export const ctxOfRecord = async (anonymous: Anonymous, recordId: string): Promise<Ctx> => {
  const isVisitor = isVisitorId(recordId);
  const [workerId = ''] = recordId.split(separator);
  // A stranger does not learn whether a record exists.
  if (!isVisitor && anonymous.own && !anonymous.own.may('agents:read')) return fail('auth.forbidden');
  const ctx = isVisitor ? await visitorCtx(anonymous, workerId) : anonymous.own;
  return ctx ?? fail('workers.record_not_found');
};

/**
 * Calls `work` with a record: for a visitor in a transaction that sees no other record, for a member with what they may see. Throws
 * `workers.record_not_found`, also without an account for what is no id of a visitor.
 */
export const withRecord = async <T>(
  anonymous: Anonymous,
  recordId: string,
  work: (tx: TxCtx, opened: OpenedRecord & { isVisitor: boolean }) => Promise<T>,
): Promise<T> => {
  const isVisitor = isVisitorId(recordId);
  const ctx = await ctxOfRecord(anonymous, recordId);
  return ctx.tx(async (tx) => {
    const opened = await (isVisitor ? openOfVisitor : openOwn)(tx, recordId);
    return opened ? work(tx, { ...opened, isVisitor }) : fail('workers.record_not_found');
  });
};
