import type { AppReport, AppReports } from '@atelier/contracts/assistants/chat/reports';
import { formatDate, formatExactCredits } from '../../../../lib/format.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { useSortedPages } from '../../../../ui/data-table/use-sorted-pages.ts';
import { type DayOfReport, formatSeconds, shareAnswered } from './figures.ts';

type CountName = 'questions' | 'unanswered' | 'failed' | 'likes' | 'dislikes' | 'conversations';

const count = <N extends CountName>(id: N, header: string, wideOnly = false): Column<Record<N, number>> => ({
  id,
  header,
  align: 'end',
  wideOnly,
  sortValue: (row) => row[id],
  cell: (row) => row[id].toLocaleString('en'),
});

const answered: Column<Pick<AppReport, 'answered' | 'unanswered'>> = {
  id: 'answered',
  header: 'Answered',
  align: 'end',
  sortValue: (row) => row.answered / Math.max(1, row.answered + row.unanswered),
  cell: shareAnswered,
};

const credits: Column<Pick<AppReport, 'credits'>> = {
  id: 'credits',
  header: 'Credits',
  align: 'end',
  wideOnly: true,
  sortValue: (row) => row.credits,
  cell: (row) => formatExactCredits(row.credits),
};

const appColumns: Column<AppReport>[] = [
  {
    id: 'appName',
    header: 'App',
    width: '14rem',
    sortValue: (row) => row.appName,
    cell: (row) => row.appName,
  },
  count('questions', 'Questions'),
  answered,
  count('conversations', 'Conversations', true),
  count('likes', 'Likes'),
  count('dislikes', 'Dislikes'),
  credits,
  {
    id: 'medianMs',
    header: 'Usual time',
    align: 'end',
    wideOnly: true,
    sortValue: (row) => row.medianMs ?? -1,
    cell: (row) => formatSeconds(row.medianMs),
  },
];

const dayColumns: Column<DayOfReport>[] = [
  {
    id: 'day',
    header: 'Day',
    width: '10rem',
    sortValue: (row) => row.day,
    cell: (row) => formatDate(row.day),
  },
  count('questions', 'Questions'),
  answered,
  count('unanswered', 'Unanswered', true),
  count('failed', 'Failed', true),
  count('likes', 'Likes'),
  count('dislikes', 'Dislikes'),
  credits,
];

/** The apps of a report. Each leads to its own report on the same days. */
export const AppsTable = ({ report }: { report: AppReports }) => {
  const [search, setSearch] = useUrlState('search');
  const word = search.trim().toLowerCase();
  const found = report.apps.filter(({ appName }) => appName.toLowerCase().includes(word));
  const pages = useSortedPages(found, appColumns, 'questions');
  return (
    <DataTable
      label="Apps"
      columns={appColumns}
      {...pages}
      rowId={({ appId }) => appId}
      rowLabel={({ appName }) => appName}
      rowLink={({ appId }) => `/apps/${appId}?tab=report&from=${report.from}&to=${report.to}`}
      search={{ value: search, onChange: setSearch, placeholder: 'Search apps' }}
    />
  );
};

/** The days of a report on which something was asked. */
export const DaysTable = ({ days }: Pick<AppReports, 'days'>) => (
  <DataTable
    label="Days"
    columns={dayColumns}
    {...useSortedPages(days, dayColumns, 'day')}
    rowId={({ day }) => day}
    rowLabel={({ day }) => formatDate(day)}
  />
);
