import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { RunAction } from '../../../../lib/runs/run-action.tsx';
import { useCancelRecord, useRetryRecord } from './api.ts';

/** Has the failed activity of a record done again, or ends the work on it. */
export const RecordActions = ({ record }: { record: WorkerRecord }) => {
  const retry = useRetryRecord();
  const cancel = useCancelRecord();
  const request = { body: { recordId: record.recordId } };
  if (record.status === 'ERRORED' && record.abilities['canOperate'] === true)
    return (
      <RunAction
        kind="CONTINUE"
        label="Retry what failed"
        isBusy={retry.isPending}
        onClick={() => retry.mutate(request)}
      />
    );
  if (record.status !== 'PENDING' || record.abilities['canOperate'] !== true) return null;
  return (
    <RunAction
      kind="CANCEL"
      label="Cancel"
      isBusy={cancel.isPending}
      onClick={() => cancel.mutate(request)}
    />
  );
};
