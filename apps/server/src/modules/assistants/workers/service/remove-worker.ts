import type { WorkerRemoval } from '@atelier/contracts/assistants/workers/worker-shapes';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { withdrawObject } from '../../../../kernel/http/public-objects.ts';
import { dropRuns } from '../../../../kernel/runs/index.ts';
import { removeGrants } from '../../../account/access/index.ts';
import { removeFiles } from '../../../content/files/index.ts';
import { visibleAppNames } from '../../apps/index.ts';
import { findQueryId } from '../engine/end-record.ts';
import { orderGiving } from '../engine/record-order.ts';
import { recordFiles } from '../records/file-repository.ts';
import { noRecords, recordRepository } from '../records/repository.ts';
import { workerRepository } from '../repository.ts';
import { visibleWorkers } from '../worker-entity.ts';
import { findWorker, lockWorker } from './reads.ts';

/** Reads what deleting a worker takes along. Throws `workers.not_found`. */
export const readRemoval = (ctx: AnyCtx, id: string): Promise<WorkerRemoval> =>
  ctx.tx(async (tx) => {
    await findWorker(tx, id);
    const tally = (await recordRepository.tally(tx.db, [id])).get(id) ?? noRecords;
    const files = await recordFiles.listOfWorker(tx.db, id);
    const fedBy = await workerRepository.listFeeding(tx.db, id, visibleWorkers(tx));
    const apps = await visibleAppNames(tx, { answererId: id });
    const answers = [...apps].map(([appId, name]) => ({ appId, name }));
    const { total: records, pending: openRecords } = tally.counts;
    return { records, openRecords, files: files.length, fedBy, answers };
  });

/** Has it told in the conversations that wait for a result that none will come. */
const tellAskers = async (tx: TxCtx, workerId: string): Promise<void> => {
  for (const { id: recordId, input } of await recordRepository.listAsked(tx.db, workerId)) {
    const queryId = findQueryId(input.value);
    if (queryId !== undefined) await orderGiving(tx, { recordId, queryId });
  }
};

/** Deletes a worker with its records and their files. What it runs stays. Throws `workers.not_found`. */
export const removeWorker = (ctx: AnyCtx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    const { name } = await lockWorker(tx, id);
    await tx.allowLong();
    await tellAskers(tx, id);
    await dropRuns(tx, [id]);
    await removeFiles(tx, await recordFiles.listOfWorker(tx.db, id));
    for (const input of await workerRepository.listInputs(tx.db, [id])) await withdrawObject(tx, input.id);
    await workerRepository.remove(tx.db, id);
    await withdrawObject(tx, id);
    await removeGrants(tx, id);
    await tx.audit('workers.removed', id, { name });
  });
