import { workerAccess } from '@atelier/contracts/assistants/workers/worker-access';
import { workerInputs } from '@atelier/contracts/assistants/workers/worker-inputs';
import { workerRecords } from '@atelier/contracts/assistants/workers/worker-records';
import { useRead, useWrite } from '../../../../lib/query.ts';
import { upload } from '../../../../lib/server/upload.ts';

const { publicDetails } = workerAccess.endpoints;

const pollMs = 1500;

export const usePublicWorker = (id: string) =>
  useRead(publicDetails, { params: { id }, query: {} }, { staleTime: 60_000 });

export const useGiveText = () => useWrite(workerInputs.endpoints.trigger);

/** Sends files, each of which becomes a record. */
export const giveFiles = (workerId: string, files: readonly File[], input: string) => {
  const form = new FormData();
  form.set('workerId', workerId);
  if (input !== '') form.set('input', input);
  for (const file of files) form.append('file', file);
  return upload(workerInputs.endpoints.upload, form);
};

/** Reads a record again until it has ended. */
export const useOwnRecord = (id: string) =>
  useRead(
    workerRecords.endpoints.get,
    { params: { id }, query: {} },
    { refetchInterval: (record) => (record && record.status !== 'PENDING' ? false : pollMs) },
  );
