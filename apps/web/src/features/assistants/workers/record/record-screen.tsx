import type { WorkerRecord } from '@atelier/contracts/assistants/workers/record-shapes';
import { Navigate } from '@tanstack/react-router';
import { formatMoment } from '../../../../lib/format.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { recordInDetail } from '../model/worker-words.ts';
import { useRecord } from './api.ts';
import { RecordActions } from './record-actions.tsx';
import { RecordView } from './record-view.tsx';

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
