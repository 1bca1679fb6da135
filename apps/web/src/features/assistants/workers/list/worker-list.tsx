import type { RecordCounts, WorkerLine } from '@atelier/contracts/assistants/workers/worker-shapes';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { agentsState } from '../../../../lib/account/agents-state.ts';
import { useMay } from '../../../../lib/account/session.ts';
import { Ago } from '../../../../lib/ago.tsx';
import { byChange, EntityList, useListFilter } from '../../../../lib/entities/entity-list.tsx';
import { ChoiceFilter } from '../../../../ui/data-table/choice-filter.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { AgentsIllustration } from '../../../../ui/theme/illustrations.tsx';
import { NothingShared } from '../../../account/access/index.ts';
import { useLiveWorkers, useWorkers } from '../api.ts';
import { DeleteWorkerDialog } from '../delete-worker-dialog.tsx';
import { readWorkerStatus, targetWords, workerStatusWords } from '../model/worker-words.ts';
import { useWorkerActions } from '../use-worker-actions.tsx';
import { WorkerStatusBadge } from '../worker-status-badge.tsx';
import { RecordRetentionNote } from './retention-note.tsx';

/** Keeps the workers that a list has read, and whether it is reading, in the state that the screens about agents share (SESSION-05). */
const useSharedWorkers = ({ query, rows, more: { total } }: ReturnType<typeof useWorkers>): void => {
  const { isLoading } = query;
  // The state lies outside React.
  useEffect(() => agentsState.set({ workers: { data: rows, total }, isLoading }), [rows, total, isLoading]);
};

/** The records of a worker: how many there are, and what of them needs somebody. */
const CountsInWords = ({ counts }: { counts: RecordCounts }) => {
  if (counts.total === 0) return 'None yet';
  const open = counts.pending - counts.waiting;
  const notes = [
    counts.waiting === 0 ? [] : [`${counts.waiting.toLocaleString('en')} to decide`],
    counts.errored === 0 ? [] : [`${counts.errored.toLocaleString('en')} failed`],
    open === 0 ? [] : [`${open.toLocaleString('en')} pending`],
  ].flat();
  return (
    <TwoLines under={notes.length === 0 ? undefined : notes.join(', ')}>
      {counts.completed.toLocaleString('en')} of {counts.total.toLocaleString('en')} done
    </TwoLines>
  );
};

/** The target of a worker. To those who see only what was shared with them, a hidden one has no name either, so only its kind is said. */
const Target = ({ target: { kind, name } }: Pick<WorkerLine, 'target'>) => {
  const seesAll = useMay()('entities:all');
  if (name === null && !seesAll) return targetWords[kind];
  return <TwoLines under={targetWords[kind]}>{name ?? 'No longer there'}</TwoLines>;
};

const columns: Column<WorkerLine>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: ({ name }) => name,
    cell: ({ name, description, offline }) => (
      <TwoLines under={offline?.message ?? (description === '' ? undefined : description)}>{name}</TwoLines>
    ),
  },
  { id: 'status', header: 'Status', width: '9rem', cell: (worker) => <WorkerStatusBadge worker={worker} /> },
  {
    id: 'runs',
    header: 'Runs',
    width: '11rem',
    wideOnly: true,
    cell: ({ target }) => <Target target={target} />,
  },
  {
    id: 'records',
    header: 'Records',
    width: '14rem',
    cell: ({ records }) => <CountsInWords counts={records} />,
  },
  {
    id: 'updatedAt',
    header: 'Changed',
    width: '8rem',
    wideOnly: true,
    sortValue: ({ updatedAt }) => updatedAt,
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
];

const statusChoices = [
  { value: '', label: 'Every status' },
  ...Object.entries(workerStatusWords).map(([value, { label }]) => ({ value, label })),
];

const NoWorkers = ({ onNew }: { onNew: (() => void) | undefined }) => {
  const seesAll = useMay()('entities:all');
  if (!seesAll || !onNew) return <NothingShared compact what="workers" />;
  return (
    <EmptyState
      illustration={<AgentsIllustration />}
      title="Put an agent to work"
      action={
        <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
          Choose a template
        </Button>
      }
    >
      A worker takes what comes in (mail, files, calls), has an agent, a crew or a flow work on it, and
      delivers the result. Begin with a template; each has a sample to try.
    </EmptyState>
  );
};

/** The workers that the user may see. */
export const WorkerList = ({ onNew }: { onNew: (() => void) | undefined }) => {
  const filter = useListFilter({ word: 'status', read: readWorkerStatus, ...byChange });
  const list = useWorkers({ search: filter.search, status: filter.choice, ...filter.query });
  const [deleting, setDeleting] = useState<WorkerLine>();
  useLiveWorkers();
  useSharedWorkers(list);
  return (
    <>
      <EntityList
        {...{ list, filter, columns }}
        one="worker"
        many="workers"
        nothingYet={<NoWorkers onNew={onNew} />}
        nothingFits="Choose another status, or clear the search."
        below={<RecordRetentionNote />}
        toolbar={
          <>
            <ChoiceFilter
              label="Filter by status"
              choices={statusChoices}
              value={filter.choice ?? ''}
              onChange={filter.setChoice}
            />
            {onNew ? (
              <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onNew}>
                New worker
              </Button>
            ) : null}
          </>
        }
        rowId={({ workerId }) => workerId}
        rowLabel={({ name }) => name}
        rowLink={({ workerId }) => `/worker?id=${workerId}`}
        rowActions={useWorkerActions<WorkerLine>(setDeleting)}
      />
      {deleting ? <DeleteWorkerDialog worker={deleting} onClose={() => setDeleting(undefined)} /> : null}
    </>
  );
};
