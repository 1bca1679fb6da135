import type { Worker } from '@atelier/contracts/assistants/workers/worker-shapes';
import { Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../../lib/account/session.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { AccessBadge } from '../../../../ui/content/access-badge.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { ActionsMenu } from '../../../../ui/layout/actions-menu.tsx';
import { Page } from '../../../../ui/layout/page.tsx';
import { UrlTabs } from '../../../../ui/layout/url-tabs.tsx';
import { AccessPanel } from '../../../account/access/index.ts';
import { useWorker } from '../api.ts';
import { DeleteWorkerDialog } from '../delete-worker-dialog.tsx';
import { useSwitching, useWorkerActions } from '../use-worker-actions.tsx';
import { WorkerStatusBadge } from '../worker-status-badge.tsx';
import { Connect } from './connect.tsx';
import { Dashboard } from './dashboard.tsx';
import { Report } from './report.tsx';
import { Settings } from './settings.tsx';

const breadcrumbs = [{ label: 'Workers', to: '/agents?list=workers' }];

/** Actions that have a button of their own on this page. */
const elsewhere = new Set(['Pause', 'Resume', 'Activate']);

const Actions = ({ worker, onDelete }: { worker: Worker; onDelete: () => void }) => {
  const { switchTo, isPending } = useSwitching();
  const actions = useWorkerActions<Worker>(onDelete)(worker).filter(({ label }) => !elsewhere.has(label));
  if (worker.abilities['canWrite'] !== true) return null;
  const isActive = worker.status === 'ACTIVE';
  return (
    <>
      <Button
        variant={isActive ? 'default' : 'filled'}
        leftSection={isActive ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        loading={isPending}
        onClick={() => switchTo(worker, isActive ? 'PAUSED' : 'ACTIVE')}
      >
        {isActive ? 'Pause' : worker.status === 'PAUSED' ? 'Resume' : 'Activate'}
      </Button>
      <ActionsMenu label={`Actions for ${worker.name}`} actions={actions} />
    </>
  );
};

const WorkerAccess = ({ worker }: { worker: Worker }) => (
  <AccessPanel
    entityId={worker.workerId}
    what={`the worker “${worker.name}”`}
    description={
      worker.access === 'PUBLIC'
        ? 'Anyone with the link can give it work and sees only that. Operators who are listed here see all records, and decide.'
        : 'Operators who are listed here give it work, see its records, and decide about results.'
    }
  />
);

const Offline = ({ worker: { offline, status } }: { worker: Worker }) =>
  offline === null || status !== 'ACTIVE' ? null : (
    <p className="danger below-4 danger-box pad-3-4" role="alert">
      {offline.message}
    </p>
  );

const Loaded = ({ worker }: { worker: Worker }) => {
  const may = useMay();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const mayWrite = worker.abilities['canWrite'] === true;
  return (
    <Page
      title={worker.name}
      breadcrumbs={breadcrumbs}
      aside={
        <span className="inline-3 flex-wrap">
          <WorkerStatusBadge worker={worker} />
          <AccessBadge access={worker.access} />
        </span>
      }
      {...(worker.description === '' ? {} : { description: worker.description })}
      actions={<Actions worker={worker} onDelete={() => setDeleting(true)} />}
    >
      <Offline worker={worker} />
      <UrlTabs
        label="Sections of the worker"
        tabs={[
          { value: 'records', label: 'Records', content: <Dashboard worker={worker} /> },
          { value: 'report', label: 'Report', content: <Report workerId={worker.workerId} /> },
          ...(mayWrite
            ? [
                { value: 'connect', label: 'Connect', content: <Connect worker={worker} /> },
                {
                  value: 'settings',
                  label: 'Settings',
                  content: <Settings worker={worker} />,
                },
              ]
            : []),
          ...(mayWrite && may('entities:all')
            ? [{ value: 'access', label: 'Access', content: <WorkerAccess worker={worker} /> }]
            : []),
        ]}
      />
      {isDeleting ? (
        <DeleteWorkerDialog
          worker={worker}
          onClose={() => setDeleting(false)}
          onDeleted={() =>
            void navigate({ to: '/agents', search: { list: 'workers' }, replace: true, ignoreBlocker: true })
          }
        />
      ) : null}
    </Page>
  );
};

const WorkerLoader = ({ id }: { id: string }) => {
  const query = useWorker(id);
  if (query.data) return <Loaded key={query.data.workerId} worker={query.data} />;
  return (
    <Page title="Worker" breadcrumbs={breadcrumbs}>
      <QueryView query={query} errorTitle="This worker could not be opened">
        {() => null}
      </QueryView>
    </Page>
  );
};

/** `/worker?id=`: the page of one worker. Without an id it leads to the list. */
export const WorkerScreen = () => {
  const [id] = useUrlState('id');
  return id === '' ? (
    <Navigate to="/agents" search={{ list: 'workers' }} replace />
  ) : (
    <WorkerLoader id={id} />
  );
};
