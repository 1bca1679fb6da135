import {
  listedFigures,
  type MonitorKind,
  type MonitorSubject,
} from '@atelier/contracts/operate/monitoring/monitor-shapes';
import { useMay } from '../../../lib/account/session.ts';
import type { Days } from '../../../lib/days/ranges.ts';
import { formatExactCredits } from '../../../lib/format.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { useSortedPages } from '../../../ui/data-table/use-sorted-pages.ts';
import { useStop } from './api.ts';
import { formatTime, linkToMonitor, nameOfKind, shareAnswered } from './model/figures.ts';
import { MonitorControl } from './monitor-control.tsx';

/** The figures of an app are shown once its monitoring was started. */
const shown = (row: MonitorSubject, words: (row: MonitorSubject) => string): string =>
  row.state === 'NOT_STARTED' ? '–' : words(row);

const name: Column<MonitorSubject> = {
  id: 'name',
  header: 'Name',
  width: '14rem',
  sortValue: (row) => row.name.toLowerCase(),
  cell: (row) => row.name,
};

const state: Column<MonitorSubject> = {
  id: 'state',
  header: 'Monitoring',
  width: '12rem',
  sortValue: (row) => row.state ?? '',
  cell: (row) =>
    row.state === null ? null : <MonitorControl appId={row.subjectId} name={row.name} state={row.state} />,
};

const figures = (kind: MonitorKind): Column<MonitorSubject>[] => [
  {
    id: 'asked',
    header: kind === 'APP' ? 'Questions' : 'Runs',
    align: 'end',
    sortValue: (row) => row.asked,
    cell: (row) => shown(row, ({ asked }) => asked.toLocaleString('en')),
  },
  {
    id: 'answered',
    header: kind === 'APP' ? 'Answered' : 'Completed',
    align: 'end',
    sortValue: (row) => row.answered / Math.max(1, row.asked),
    cell: (row) => shown(row, shareAnswered),
  },
  ...listedFigures.map(
    ({ figure, label }): Column<MonitorSubject> => ({
      id: figure,
      header: label,
      align: 'end',
      wideOnly: true,
      sortValue: (row) => row[figure],
      cell: (row) =>
        shown(row, (it) =>
          figure === 'credits' ? formatExactCredits(it.credits) : it[figure].toLocaleString('en'),
        ),
    }),
  ),
  {
    id: 'medianMs',
    header: 'Usual time',
    align: 'end',
    wideOnly: true,
    sortValue: (row) => row.medianMs ?? -1,
    cell: (row) => shown(row, ({ medianMs }) => formatTime(medianMs)),
  },
];

const appColumns = [name, state, ...figures('APP')];
const otherColumns = [name, ...figures('AGENT')];

interface SubjectsTableProps {
  kind: MonitorKind;
  days: Days;
  items: readonly MonitorSubject[];
  search: string;
  onSearch: (search: string) => void;
}

/** Apps, agents, crews, flows or workers with their figures. Each leads to its own page on the same days. */
export const SubjectsTable = ({ kind, days, items, search, onSearch }: SubjectsTableProps) => {
  const stop = useStop();
  const mayStop = useMay()('monitoring:write');
  const columns = kind === 'APP' ? appColumns : otherColumns;
  const pages = useSortedPages(items, columns, 'asked');
  const canStop = (row: MonitorSubject) => mayStop && row.state !== null && row.state !== 'NOT_STARTED';
  return (
    <DataTable
      label={nameOfKind(kind)}
      columns={columns}
      {...pages}
      rowId={({ subjectId }) => subjectId}
      rowLabel={(row) => row.name}
      rowLink={({ subjectId }) => `${linkToMonitor(kind, subjectId)}?from=${days.from}&to=${days.to}`}
      rowActions={(row) =>
        canStop(row)
          ? [{ label: 'Stop monitoring', onRun: () => stop.mutate({ params: { id: row.subjectId } }) }]
          : []
      }
      search={{ value: search, onChange: onSearch, placeholder: `Search ${nameOfKind(kind).toLowerCase()}` }}
      empty="Nothing fits. Search for something else."
    />
  );
};
