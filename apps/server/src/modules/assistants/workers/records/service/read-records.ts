import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import type { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { AnyCtx, TxCtx } from '../../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { workerRepository } from '../../repository.ts';
import { visibleRecords } from '../../worker-entity.ts';
import { type OpenedRecord, withRecord } from '../door.ts';
import { presentRecord, presentRecordLine } from '../present-record.ts';
import { readParts } from '../read-parts.ts';
import { recordRepository } from '../repository.ts';

type ListQuery = RequestOf<(typeof workerRecords.endpoints)['list']>['query'];

/** Lists the records of workers that the actor may see. */
export const listRecords = (ctx: AnyCtx, query: ListQuery) =>
  ctx.tx(async (tx) => {
    const filter = { ...query, visible: visibleRecords(tx) };
    const { rows, ...page } = await recordRepository.list(tx.db, filter, query);
    const ids = [...new Set(rows.map(({ workerId }) => workerId))];
    const names = new Map(
      (await workerRepository.listByIds(tx.db, ids, undefined)).map(({ id, name }) => [id, name]),
    );
    const items = rows.map((row) => presentRecordLine(row, names.get(row.workerId) ?? ''));
    return { ...page, items };
  });

/** Reads a record with all that belongs to it. */
export const readRecord = async (
  tx: TxCtx,
  { record, worker, isVisitor }: OpenedRecord & { isVisitor: boolean },
  recordId: string,
): Promise<WorkerRecord> => {
  const parts = await readParts(tx, record, { isVisitor });
  return presentRecord(tx, { record, worker, parts, recordId, isVisitor });
};

/** Reads a record. A visitor reads their own by its unguessable id. Throws what `withRecord` throws. */
export const getRecord = (anonymous: Anonymous, recordId: string): Promise<WorkerRecord> =>
  withRecord(anonymous, recordId, (tx, opened) => readRecord(tx, opened, recordId));

/** Reads what was done with a record, and its output log. Throws what `withRecord` throws. */
export const getLogs = (anonymous: Anonymous, recordId: string) =>
  withRecord(anonymous, recordId, async (tx, opened) => {
    const { activities, output } = await readRecord(tx, opened, recordId);
    return { activities, output };
  });
