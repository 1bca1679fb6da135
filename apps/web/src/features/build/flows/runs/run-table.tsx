import type { FlowRunLine } from '@atelier/contracts/build/flows/flow-run-shapes';
import { FlowRunStatus } from '@atelier/contracts/build/flows/flow-shapes';
import { NativeSelect } from '@mantine/core';
import { Ago } from '../../../../lib/ago.tsx';
import { formatMoment } from '../../../../lib/format.ts';
import { useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { DocumentsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useFlowRuns, useLiveFlowRuns } from '../api.ts';
import { holdInWords, runWords, spanInWords } from '../model/run-words.ts';
import classes from './runs.module.css';

const durationOf = ({ startedAt, endedAt }: FlowRunLine): string =>
  startedAt === null || endedAt === null ? '–' : spanInWords(Date.parse(endedAt) - Date.parse(startedAt));

const columns: Column<FlowRunLine>[] = [
  {
    id: 'flow',
    header: 'Flow',
    cell: ({ flowName, environment, cause, hold }) => (
      <span className={classes.runName}>
        {flowName ?? 'Deleted flow'}
        {environment === 'TESTING' ? <span className={classes.note}>Test of the draft</span> : null}
        {hold ? <span className={classes.note}>{holdInWords(hold, formatMoment)}</span> : null}
        {cause ? <span className={classes.note}>{cause.message}</span> : null}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '9rem',
    cell: ({ status }) => <StatusBadge tone={runWords[status].tone}>{runWords[status].label}</StatusBadge>,
  },
  { id: 'at', header: 'Started', width: '10rem', cell: ({ queuedAt }) => <Ago at={queuedAt} /> },
  { id: 'duration', header: 'Took', width: '7rem', wideOnly: true, cell: durationOf },
];

const day = 86_400_000;
const spans: Record<string, number> = { day, week: 7 * day, month: 30 * day };
const spanChoices = [
  { value: '', label: 'Any time' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'month', label: 'Last 30 days' },
];

/** The start of a span of time that ends now, in whole hours, so that the list is not read anew with each render. */
const startOf = (span: string): string | undefined => {
  const length = spans[span];
  if (length === undefined) return undefined;
  const hour = 3_600_000;
  return new Date(Math.floor((Date.now() - length) / hour) * hour).toISOString();
};

/** The runs of one flow, or of all flows, newest first. */
export const RunTable = ({ flowId }: { flowId?: string }) => {
  const [words, setWords] = useUrlWords(['status', 'time']);
  const status = FlowRunStatus.safeParse(words.status).data;
  const list = useFlowRuns({ flowId, status, after: startOf(words.time) });
  useLiveFlowRuns('all');
  const isFiltered = status !== undefined || words.time !== '';
  const statuses = FlowRunStatus.options.map((value) => ({ value, label: runWords[value].label }));
  return (
    <QueryView
      query={list.query}
      skeleton="table"
      isEmpty={() => !isFiltered && list.more.total === 0}
      empty={
        <EmptyState compact illustration={<DocumentsIllustration />} title="Nothing has run yet">
          Runs appear here as soon as something starts a flow, or somebody tests one.
        </EmptyState>
      }
      errorTitle="The runs could not be loaded"
    >
      {() => (
        <DataTable
          label="Runs of flows"
          columns={columns}
          rows={list.rows}
          more={list.more}
          rowId={({ runId }) => runId}
          rowLabel={({ flowName, queuedAt }) => `${flowName ?? 'Deleted flow'}, ${queuedAt}`}
          rowLink={({ runId }) => `/flows/runs/${runId}`}
          empty={
            <EmptyState compact illustration={<SearchIllustration />} title="No run fits">
              Choose another status or a longer time.
            </EmptyState>
          }
          toolbar={
            <div className={classes.filters}>
              <NativeSelect
                aria-label="Status"
                value={words.status}
                onChange={(event) => setWords({ status: event.currentTarget.value })}
                data={[{ value: '', label: 'Every status' }, ...statuses]}
              />
              <NativeSelect
                aria-label="Time"
                value={words.time}
                onChange={(event) => setWords({ time: event.currentTarget.value })}
                data={spanChoices}
              />
            </div>
          }
        />
      )}
    </QueryView>
  );
};
