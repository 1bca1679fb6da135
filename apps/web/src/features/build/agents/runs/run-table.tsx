import {
  AgentRunEnvironment,
  type AgentRunLine,
  AgentRunStatus,
} from '@atelier/contracts/build/agents/agent-run-shapes';
import { NativeSelect } from '@mantine/core';
import { Ago } from '../../../../lib/ago.tsx';
import { formatExactCredits } from '../../../../lib/format.ts';
import { useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { DocumentsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { spanInWords } from '../../flows/index.ts';
import { useAgentRuns, useLiveList } from './list-api.ts';
import { runWords } from './run-words.ts';
import classes from './runs.module.css';

const durationOf = ({ startedAt, endedAt }: AgentRunLine): string =>
  startedAt === null || endedAt === null ? '–' : spanInWords(Date.parse(endedAt) - Date.parse(startedAt));

const columns: Column<AgentRunLine>[] = [
  {
    id: 'task',
    header: 'Task',
    cell: ({ task, environment, cause }) => (
      <span className={classes.name}>
        {task}
        {environment === 'TESTING' ? <span className={classes.note}>Test of the draft</span> : null}
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
  { id: 'at', header: 'Started', width: '9rem', cell: ({ queuedAt }) => <Ago at={queuedAt} /> },
  { id: 'duration', header: 'Took', width: '7rem', wideOnly: true, cell: durationOf },
  {
    id: 'credits',
    header: 'Credits',
    width: '7rem',
    wideOnly: true,
    cell: ({ credits }) => formatExactCredits(credits),
  },
];

const environments = [
  { value: '', label: 'Tests and real runs' },
  { value: 'PRODUCTION', label: 'Real runs' },
  { value: 'TESTING', label: 'Tests' },
];

/** The runs of an agent, newest first. */
export const AgentRunTable = ({ agentId }: { agentId: string }) => {
  const [words, setWords] = useUrlWords(['status', 'kind']);
  const status = AgentRunStatus.safeParse(words.status).data;
  const environment = AgentRunEnvironment.safeParse(words.kind).data;
  const list = useAgentRuns({ agentId, status, environment });
  useLiveList();
  const isFiltered = status !== undefined || environment !== undefined;
  const statuses = AgentRunStatus.options.map((value) => ({ value, label: runWords[value].label }));
  return (
    <QueryView
      query={list.query}
      skeleton="table"
      isEmpty={() => !isFiltered && list.more.total === 0}
      empty={
        <EmptyState compact illustration={<DocumentsIllustration />} title="Nothing has run yet">
          Runs appear here as soon as somebody gives the agent a task.
        </EmptyState>
      }
      errorTitle="The runs could not be loaded"
    >
      {() => (
        <DataTable
          label="Runs of the agent"
          columns={columns}
          rows={list.rows}
          more={list.more}
          rowId={({ runId }) => runId}
          rowLabel={({ task, queuedAt }) => `${task.slice(0, 60)}, ${queuedAt}`}
          rowLink={({ runId }) => `/agent-run?id=${runId}`}
          empty={
            <EmptyState compact illustration={<SearchIllustration />} title="No run fits">
              Choose another status or another kind of run.
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
                aria-label="Kind of run"
                value={words.kind}
                onChange={(event) => setWords({ kind: event.currentTarget.value })}
                data={environments}
              />
            </div>
          }
        />
      )}
    </QueryView>
  );
};
