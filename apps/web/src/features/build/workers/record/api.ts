import type { RecordStage, RecordStatus } from '@atelier/contracts/build/workers/record-shapes';
import { workerInputs } from '@atelier/contracts/build/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/build/workers/worker-records';
import { workers } from '@atelier/contracts/build/workers/workers';
import { usePages, useRead, useWrite } from '../../../../lib/query.ts';
import { useLiveRuns } from '../../../../lib/runs/use-live-runs.ts';

const { endpoints } = workerRecords;
const counts = [workers.endpoints.get, workers.endpoints.list];

interface RecordQuery {
  workerId: string;
  search: string;
  status: RecordStatus | undefined;
  stage: RecordStage | undefined;
}

export const useRecords = (query: RecordQuery) => usePages(endpoints.list, { query });
export const useRecord = (id: string) =>
  useRead(endpoints.get, { params: { id }, query: {} }, { staleTime: 0 });
export const useTrigger = () =>
  useWrite(workerInputs.endpoints.trigger, { refreshes: [endpoints.list, ...counts] });

const everything = [[endpoints.list.path], [endpoints.get.path], ...counts.map(({ path }) => [path])];

/** Reads records and the counts of their workers again whenever the server reports that a run has changed. */
export const useLiveRecords = (): void => useLiveRuns('all', everything);
