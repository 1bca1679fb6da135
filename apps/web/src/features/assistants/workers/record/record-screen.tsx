import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { Navigate } from '@tanstack/react-router';
import { formatMoment } from '../../../../lib/format.ts';
import { RunAction } from '../../../../lib/runs/run-action.tsx';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { recordInDetail } from '../model/worker-words.ts';
import { useCancelRecord, useRecord, useRetryRecord } from './api.ts';
import { RecordView } from './record-view.tsx';

/** Has the failed activity of a record done again, or ends the work on it. */
const RecordActions = ({ record }: { record: WorkerRecord }) => {
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

const breadcrumbs = [{ label: 'Workers', to: '/agents?list=workers' }];

const Loaded = ({ record }: { record: WorkerRecord }) => {
  const { label, tone } = recordInDetail(record);
  return (
    <Page
      title={record.name}
      breadcrumbs={[...breadcrumbs, { label: record.workerName, to: `/worker?id=${record.workerId}` }]}
      aside={
        <span role="status">
          <StatusBadge tone={tone}>{label}</StatusBadge>
        </span>
      }
      actions={<RecordActions record={record} />}
      description={`Came in on ${formatMoment(record.createdAt)}`}
    >
      <RecordView recordId={record.recordId} />
    </Page>
  );
};

const RecordLoader = ({ id }: { id: string }) => {
  const query = useRecord(id);
  if (query.data) return <Loaded key={query.data.recordId} record={query.data} />;
  return (
    <Page title="Record" breadcrumbs={breadcrumbs}>
      <QueryView query={query} errorTitle="This record could not be opened">
        {() => null}
      </QueryView>
    </Page>
  );
};

/** `/worker-record?id=`: one record of a worker, live while it is worked on. */
export const RecordScreen = () => {
  const [id] = useUrlState('id');
  return id === '' ? (
    <Navigate to="/agents" search={{ list: 'workers' }} replace />
  ) : (
    <RecordLoader id={id} />
  );
};
