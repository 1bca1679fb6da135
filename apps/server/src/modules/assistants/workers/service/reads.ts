import type { OfflineReason, Worker, WorkerLine } from '@atelier/contracts/assistants/workers/worker-shapes';
import type { workers } from '@atelier/contracts/assistants/workers/workers';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { listUsersWithAccess } from '../../../account/access/index.ts';
import { presentLine, presentWorker } from '../present.ts';
import { noRecords, recordRepository } from '../records/repository.ts';
import { workerRepository } from '../repository.ts';
import type { WorkerInputRow, WorkerRow } from '../tables.ts';
import { nameTarget } from '../targets.ts';
import { visibleWorkers } from '../worker-entity.ts';

type ListQuery = RequestOf<(typeof workers.endpoints)['list']>['query'];

const mostInvited = 100;

/** Returns the worker. Throws `workers.not_found` also when the actor may not see it. */
export const findWorker = async (tx: TxCtx, id: string): Promise<WorkerRow> =>
  (await workerRepository.find(tx.db, id, visibleWorkers(tx))) ?? fail('workers.not_found');

/** Returns the worker, which nobody else changes until the transaction ends. Throws `workers.not_found`. */
export const lockWorker = async (tx: TxCtx, id: string): Promise<WorkerRow> =>
  (await workerRepository.lock(tx.db, id, visibleWorkers(tx))) ?? fail('workers.not_found');

/** Returns why a worker cannot work; undefined while it can. */
export const findOffline = (
  { status }: Pick<WorkerRow, 'status'>,
  { targetName, inputs }: { targetName: string | undefined; inputs: readonly WorkerInputRow[] },
): OfflineReason | undefined => {
  if (status !== 'ACTIVE') return status;
  if (targetName === undefined) return 'TARGET_GONE';
  return inputs.some(({ cause }) => cause !== null) ? 'CONNECTION_BROKEN' : undefined;
};

/** Presents workers with the state of their records. */
export const presentLines = async (tx: TxCtx, rows: readonly WorkerRow[]): Promise<WorkerLine[]> => {
  const ids = rows.map(({ id }) => id);
  const [tallies, inputs] = [
    await recordRepository.tally(tx.db, ids),
    Map.groupBy(await workerRepository.listInputs(tx.db, ids), ({ workerId }) => workerId),
  ];
  const lines: WorkerLine[] = [];
  for (const row of rows) {
    const targetName = await nameTarget(tx, { kind: row.targetKind, id: row.targetId });
    const own = inputs.get(row.id) ?? [];
    // Whoever sees only what they were given cannot tell what is hidden from what was deleted.
    const known = tx.may('entities:all') ? targetName : (targetName ?? '');
    const offline = findOffline(row, { targetName: known, inputs: own });
    const tally = tallies.get(row.id) ?? noRecords;
    lines.push(presentLine(tx, row, { targetName, inputs: own, offline, tally }));
  }
  return lines;
};

/** Lists the workers that the actor may see. */
export const listWorkers = (ctx: AnyCtx, query: ListQuery) =>
  ctx.tx(async (tx) => {
    const filter = { ...query, visible: visibleWorkers(tx) };
    const { rows, ...page } = await workerRepository.list(tx.db, filter, query);
    return { ...page, items: await presentLines(tx, rows) };
  });

/** Reads a worker. Throws `workers.not_found`. */
export const getWorker = (ctx: AnyCtx, id: string): Promise<Worker> =>
  ctx.tx(async (tx) => {
    const row = await findWorker(tx, id);
    const [line] = await presentLines(tx, [row]);
    if (!line) return fail('workers.not_found');
    const inputs = await workerRepository.listInputs(tx.db, [id]);
    const invited = tx.may('entities:all')
      ? (await listUsersWithAccess(tx, id, { limit: mostInvited, by: 'GRANT' })).items
      : [];
    return presentWorker(tx, row, { line, inputs, invited });
  });
