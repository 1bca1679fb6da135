import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { Button } from '@mantine/core';
import { IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useCancelRecord, useRetryRecord } from './api.ts';

/** Has the failed activity of a record done again, or ends the work on it. */
export const RecordActions = ({ record }: { record: WorkerRecord }) => {
  const retry = useRetryRecord();
  const cancel = useCancelRecord();
  const request = { body: { recordId: record.recordId } };
  if (record.status === 'ERRORED' && record.abilities['canOperate'] === true)
    return (
      <Button
        leftSection={<IconRefresh size={16} />}
        loading={retry.isPending}
        onClick={() => retry.mutate(request)}
      >
        Retry what failed
      </Button>
    );
  if (record.status !== 'PENDING' || record.abilities['canOperate'] !== true) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconPlayerStop size={16} />}
      loading={cancel.isPending}
      onClick={() => cancel.mutate(request)}
    >
      Cancel
    </Button>
  );
};
