import type { WorkerReport } from '@atelier/contracts/assistants/workers/worker-records';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { workerRepository } from '../../repository.ts';
import { visibleWorkers } from '../../worker-entity.ts';
import { reportRepository } from '../report-repository.ts';
import { noRecords, recordRepository } from '../repository.ts';
import { recordTables } from '../table-repository.ts';

/** Reads the reports of a worker over its last days. Throws `workers.not_found`. */
export const readReport = (ctx: AnyCtx, workerId: string, days: number): Promise<WorkerReport> =>
  ctx.tx(async (tx) => {
    const { db } = tx;
    if (!(await workerRepository.find(db, workerId, visibleWorkers(tx)))) fail('workers.not_found');
    const since = new Date(tx.now().getTime() - days * 24 * 3600_000);
    const tally = (await recordRepository.tally(db, [workerId], since)).get(workerId) ?? noRecords;
    const tables = await recordTables.list(db, workerId);
    return {
      ...{ workerId, records: tally.counts },
      ...(await reportRepository.totals(db, workerId, since)),
      days: await reportRepository.days(db, workerId, since),
      inputs: await reportRepository.inputs(db, workerId, since),
      causes: await reportRepository.causes(db, workerId, since),
      tables: tables.map(({ name, rows }) => ({
        ...{ name, rows },
        url: `/api/worker/workers/${workerId}/tables/${encodeURIComponent(name)}`,
      })),
    };
  });
