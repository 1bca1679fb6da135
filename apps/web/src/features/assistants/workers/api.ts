import { recordRetention } from '@atelier/contracts/assistants/workers/record-retention';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import type { WorkerLine, WorkerStatus } from '@atelier/contracts/assistants/workers/worker-shapes';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { usePages, useRead, useWrite } from '../../../lib/query.ts';
import { useLiveRuns } from '../../../lib/runs/use-live-runs.ts';

const { endpoints } = workers;
const records = workerRecords.endpoints;

interface WorkerListQuery {
  search: string;
  status: WorkerStatus | undefined;
  sort: 'name' | 'createdAt' | 'updatedAt';
  order: 'asc' | 'desc';
}

/** The queries that show a change of a worker. */
const changed = [endpoints.list, endpoints.get];

export const useWorkers = (query: WorkerListQuery) => usePages(endpoints.list, { query });
export const useWorker = (id: string) =>
  useRead(endpoints.get, { params: { id }, query: {} }, { staleTime: 0 });
export const useDeployWorker = () => useWrite(endpoints.deploy, { refreshes: [endpoints.list] });
export const useSaveWorker = () => useWrite(endpoints.update, { refreshes: changed });
/** Pauses, resumes or deactivates a worker. */
export const useSwitchWorker = () =>
  useWrite(endpoints.update, { refreshes: [...changed, records.list], toastFailure: true });
export const useWorkerRemoval = (id: string) =>
  useRead(endpoints.removal, { params: { id }, query: {} }, { staleTime: 0 });
export const useRemoveWorker = ({ name }: Pick<WorkerLine, 'name'>) =>
  useWrite(endpoints.remove, { refreshes: [endpoints.list], success: `“${name}” was deleted.` });

const kept = recordRetention.endpoints;
export const useRecordRetention = () => useRead(kept.get, { query: {} });
export const useRecordsRemoval = (days: number, workerId: string | undefined) =>
  useRead(kept.removal, { query: { days, workerId } }, { staleTime: 0 });
export const useSaveRecordRetention = () => useWrite(kept.put, { refreshes: [kept.get] });

export const useWorkerTemplates = () => useRead(endpoints.templates, { query: {} }, { staleTime: 300_000 });
export const useTemplateCategories = () =>
  useRead(endpoints.templateCategories, { query: {} }, { staleTime: 300_000 });
export const useWorkerTemplate = (id: string) =>
  useRead(endpoints.template, { params: { id }, query: {} }, { enabled: id !== '', staleTime: 300_000 });

const workerLists = [[endpoints.list.path], [endpoints.get.path]];

/** Reads workers and their counts again whenever the server reports that a run has changed. */
export const useLiveWorkers = (): void => useLiveRuns('all', workerLists);
