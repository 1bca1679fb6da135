import type { ReactNode } from 'react';
import type { Column, DataTableProps } from '../../ui/data-table/data-table-types.ts';
import { ListTable, type TableList } from '../../ui/data-table/list-table.tsx';
import { TwoLines } from '../../ui/data-table/two-lines.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { DocumentsIllustration, SearchIllustration } from '../../ui/theme/illustrations.tsx';
import { Ago } from '../ago.tsx';
import { spanInWords } from '../span-in-words.ts';
import type { StatusWords } from './run-words.ts';

/** The common part of runs of all kinds. */
interface AnyRun {
  runId: string;
  environment: 'PRODUCTION' | 'TESTING';
  status: string;
  cause: { message: string } | null;
  queuedAt: string;
  startedAt: string | null;
  endedAt: string | null;
}

interface RunColumnsOptions<Run extends AnyRun> {
  /** The heading of the first column, and what it says of a run. */
  name: { header: string; of: (run: Run) => string; notes?: (run: Run) => string[] };
  statusWords: Record<Run['status'], StatusWords>;
  /** Columns after the others. */
  more?: Column<Run>[];
}

/** Makes the columns of a table of runs. */
export const runColumns = <Run extends AnyRun>({
  name: { header, of, notes = () => [] },
  statusWords,
  more = [],
}: RunColumnsOptions<Run>): Column<Run>[] => [
  {
    id: 'name',
    header,
    cell: (run) => {
      const test = run.environment === 'TESTING' ? ['Test of the draft'] : [];
      const under = [...test, ...notes(run), ...(run.cause ? [run.cause.message] : [])];
      return (
        <TwoLines under={under.length === 0 ? undefined : under.map((line) => <div key={line}>{line}</div>)}>
          {of(run)}
        </TwoLines>
      );
    },
  },
  {
    id: 'status',
    header: 'Status',
    width: '9rem',
    cell: ({ status }: Run) => {
      const { label, tone } = statusWords[status as Run['status']];
      return <StatusBadge tone={tone}>{label}</StatusBadge>;
    },
  },
  { id: 'at', header: 'Started', width: '10rem', cell: ({ queuedAt }) => <Ago at={queuedAt} /> },
  {
    id: 'duration',
    header: 'Took',
    width: '7rem',
    wideOnly: true,
    cell: ({ startedAt, endedAt }) =>
      startedAt === null || endedAt === null ? '–' : spanInWords(Date.parse(endedAt) - Date.parse(startedAt)),
  },
  ...more,
];

interface RunsTableProps<Run extends AnyRun>
  extends Pick<DataTableProps<Run>, 'label' | 'columns' | 'rowLabel' | 'toolbar'> {
  list: TableList<Run> & Required<Pick<TableList<Run>, 'more'>>;
  addressOf: (runId: string) => string;
  isFiltered: boolean;
  /** The words while there are no runs at all, and while none fits the filters. */
  empty: { nothingYet: ReactNode; nothingFits: ReactNode };
}

/** Runs of one kind, newest first, with the filters that `toolbar` has. */
export const RunsTable = <Run extends AnyRun>(props: RunsTableProps<Run>) => {
  const { list, addressOf, isFiltered, empty, ...table } = props;
  return (
    <ListTable
      list={list}
      errorTitle="The runs could not be loaded"
      nothing={
        !isFiltered &&
        list.more.total === 0 && (
          <EmptyState compact illustration={<DocumentsIllustration />} title="Nothing has run yet">
            {empty.nothingYet}
          </EmptyState>
        )
      }
      {...table}
      rowId={({ runId }) => runId}
      rowLink={({ runId }) => addressOf(runId)}
      empty={
        <EmptyState compact illustration={<SearchIllustration />} title="No run fits">
          {empty.nothingFits}
        </EmptyState>
      }
    />
  );
};
