import type { RunLine } from '@atelier/contracts/assistants/runs/run-shapes';
import { formatAgo, formatExactCredits, formatMoment } from '../../../../lib/format.ts';
import { spanInWords } from '../../../../lib/span-in-words.ts';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ProgressBar } from '../../../../ui/feedback/progress-bar.tsx';
import { RunBadge } from '../view/run-badge.tsx';

const Name = ({ run }: { run: RunLine }) => (
  <span className="stack-1 min-0 break-anywhere">
    <span>{run.title}</span>
    {run.subject ? <span className="muted small regular">{run.subject.name}</span> : null}
    {run.cause ? <span className="danger small regular">{run.cause.message}</span> : null}
  </span>
);

const Status = ({ run }: { run: RunLine }) => (
  <span className="stack-1 min-0 break-anywhere items-start">
    <RunBadge status={run.status} />
    {run.status === 'RUNNING' ? (
      <>
        <span className="muted small regular">{run.stage ?? 'Starting'}</span>
        <ProgressBar value={run.progress} label={`Progress of ${run.title}`} />
      </>
    ) : null}
  </span>
);

const formatDuration = ({ startedAt, endedAt }: RunLine): string =>
  startedAt === null || endedAt === null ? '–' : spanInWords(Date.parse(endedAt) - Date.parse(startedAt));

export const runColumns: Column<RunLine>[] = [
  { id: 'name', header: 'Run', cell: (run) => <Name run={run} /> },
  { id: 'status', header: 'Status', width: '13rem', cell: (run) => <Status run={run} /> },
  {
    id: 'queuedAt',
    header: 'Ordered',
    width: '9rem',
    sortValue: ({ queuedAt }) => queuedAt,
    cell: ({ queuedAt }) => (
      <time dateTime={queuedAt} title={formatMoment(queuedAt)}>
        {formatAgo(queuedAt)}
      </time>
    ),
  },
  { id: 'duration', header: 'Took', width: '7rem', wideOnly: true, cell: formatDuration },
  {
    id: 'credits',
    header: 'Credits',
    width: '7rem',
    align: 'end',
    wideOnly: true,
    sortValue: ({ credits }) => credits,
    cell: ({ credits }) => (credits === 0 ? '–' : formatExactCredits(credits)),
  },
];
