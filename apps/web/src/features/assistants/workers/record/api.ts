import type {
  RecordEnding,
  RecordStage,
  RecordStatus,
} from '@atelier/contracts/assistants/workers/record-shapes';
import { workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { workers } from '@atelier/contracts/assistants/workers/workers';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { readAgain, usePages, useRead, useWrite } from '../../../../lib/query.ts';
import { buildRequestPath, call } from '../../../../lib/server/api.ts';
import { subscribe } from '../../../../lib/server/event-stream.ts';

const { endpoints } = workerRecords;
/** Everything that a change of a record shows in. */
const refreshes = [
  endpoints.list,
  endpoints.get,
  endpoints.report,
  workers.endpoints.get,
  workers.endpoints.list,
];

interface RecordQuery {
  workerId: string;
  search: string;
  status: RecordStatus | undefined;
  stage: RecordStage | undefined;
  ending: RecordEnding | undefined;
  sort: 'name' | 'status' | 'createdAt';
  order: 'asc' | 'desc';
}

export const useRecords = (query: RecordQuery) => usePages(endpoints.list, { query });
export const useRecord = (id: string) =>
  useRead(endpoints.get, { params: { id }, query: {} }, { staleTime: 0 });
export const readShownFile = (id: string, fileId: string, as: 'FILE' | 'TEXT') =>
  call(endpoints.showFile, { params: { id, fileId }, query: { as } });

export const useWorkerReport = (id: string) => useRead(endpoints.report, { params: { id }, query: {} });
export const useTrigger = () => useWrite(workerInputs.endpoints.trigger, { refreshes });
export const useSampleData = () => useWrite(workerInputs.endpoints.populateSampleData, { refreshes });
export const useOutputAction = () => useWrite(endpoints.handleOutputAction, { refreshes });
export const useRetryRecord = () => useWrite(endpoints.retry, { refreshes, toastFailure: true });
export const useCancelRecord = () => useWrite(endpoints.cancel, { refreshes, toastFailure: true });
export const useRecordFeedback = () => useWrite(endpoints.feedback, { refreshes });

/** The cached replies that a change of a record makes old. */
export const recordKeys = refreshes.map(({ path }) => [path]);

/** Reads the records of a worker and its counts again whenever the server reports a change of one of them. */
export const useLiveRecords = (workerId: string): void => {
  const client = useQueryClient();
  const onEvent = useEffectEvent(() => void readAgain(client, recordKeys));
  // The stream of the server is outside React.
  useEffect(
    () =>
      subscribe(buildRequestPath(endpoints.events, { params: { id: workerId }, query: {} }), {
        onEvent: () => onEvent(),
      }),
    [workerId],
  );
};
