import {
  RecordEnding,
  type RecordLine,
  RecordStage,
  RecordStatus,
} from '@atelier/contracts/assistants/workers/record-shapes';
import type { Worker } from '@atelier/contracts/assistants/workers/worker-shapes';
import { Ago } from '../../../../lib/ago.tsx';
import { formatExactCredits } from '../../../../lib/format.ts';
import { useUrlWords } from '../../../../ui/behaviour/use-url-state.ts';
import { ChoiceFilter } from '../../../../ui/data-table/choice-filter.tsx';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { StatusBadge } from '../../../../ui/feedback/status-badge.tsx';
import { DocumentsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { cameFrom, recordFilters, recordInList } from '../model/worker-words.ts';
import { useRecords } from '../record/api.ts';

const columns: Column<RecordLine>[] = [
  {
    id: 'name',
    header: 'Record',
    cell: ({ name, cause, isSample }) => (
      <TwoLines under={cause?.message ?? (isSample ? 'Sample' : undefined)}>{name}</TwoLines>
    ),
    sortValue: () => '',
  },
  {
    id: 'status',
    header: 'Status',
    width: '11rem',
    cell: (record) => {
      const { label, tone } = recordInList(record);
      return <StatusBadge tone={tone}>{label}</StatusBadge>;
    },
    sortValue: () => '',
  },
  {
    id: 'input',
    header: 'From',
    width: '10rem',
    wideOnly: true,
    cell: ({ inputKind }) => cameFrom(inputKind),
  },
  {
    id: 'credits',
    header: 'Credits',
    width: '7rem',
    wideOnly: true,
    cell: ({ credits }) => (credits === 0 ? '–' : formatExactCredits(credits)),
  },
  {
    id: 'createdAt',
    header: 'Came in',
    width: '9rem',
    cell: ({ createdAt }) => <Ago at={createdAt} />,
    sortValue: () => '',
  },
];
const sortable = ['name', 'status', 'createdAt'] as const;

/** The query that a word of the filter stands for. */
const parseRecordFilter = (word: string) => ({
  status: RecordStatus.safeParse(word).data,
  stage: word === 'WAITING' || word === 'REFUSED' ? RecordStage.parse(word) : undefined,
  ending: RecordEnding.safeParse(word).data,
});

/** The records of a worker, newest first unless the user sorts them otherwise. */
export const RecordTable = ({ worker }: { worker: Worker }) => {
  const [{ search, status }, setWords] = useUrlWords(['search', 'status']);
  const order = useUrlSort(sortable, { column: 'createdAt', descending: true });
  const list = useRecords({
    workerId: worker.workerId,
    search,
    ...parseRecordFilter(status),
    ...order.query,
  });
  const isFiltered = search !== '' || status !== '';
  return (
    <ListTable
      label="Records"
      list={list}
      errorTitle="The records could not be loaded"
      nothing={
        !isFiltered &&
        list.more.total === 0 && (
          <EmptyState compact illustration={<DocumentsIllustration />} title="No records yet">
            Everything that comes in appears here, with what was done with it. Send the worker a text to
            begin.
          </EmptyState>
        )
      }
      columns={columns}
      search={{
        value: search,
        onChange: (value) => setWords({ search: value }),
        placeholder: 'Search records',
      }}
      sort={order.sort}
      toolbar={
        <ChoiceFilter
          label="Filter by status"
          choices={recordFilters}
          value={status}
          onChange={(value) => setWords({ status: value })}
        />
      }
      rowId={({ recordId }) => recordId}
      rowLabel={({ name }) => name}
      rowLink={({ recordId }) => `/worker-record?id=${recordId}`}
      empty={
        <EmptyState compact illustration={<SearchIllustration />} title="No record fits">
          Choose another status, or clear the search.
        </EmptyState>
      }
    />
  );
};
