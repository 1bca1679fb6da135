import type { UsageRecord } from '@atelier/contracts/money/usage';
import type { Days } from '../../../../lib/days/ranges.ts';
import { formatExactCredits, formatMoment } from '../../../../lib/format.ts';
import { nameModel } from '../../../../lib/name-model.ts';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { useUsageRecords } from '../api.ts';

const kinds = { ANSWER: 'Answer', EMBEDDING: 'Reading and searching', OTHER: 'Other' } as const;

/** Returns the name of the user who caused the use, or a word for visitors of a chat and for background work. */
const nameUser = ({ userName, kind }: UsageRecord) =>
  userName ?? (kind === 'ANSWER' ? 'Visitor' : 'Background');

const columns: Column<UsageRecord>[] = [
  {
    id: 'at',
    header: 'When',
    width: '13.5rem',
    cell: (row) => (
      <time dateTime={row.at} className="no-wrap">
        {formatMoment(row.at)}
      </time>
    ),
  },
  { id: 'kind', header: 'For', cell: (row) => kinds[row.kind] },
  { id: 'user', header: 'Person', cell: nameUser },
  { id: 'app', header: 'App', cell: (row) => row.appName ?? '–', wideOnly: true },
  {
    id: 'model',
    header: 'Model',
    cell: ({ modelId }) => (modelId === null ? '–' : nameModel(modelId)),
    wideOnly: true,
  },
  {
    id: 'tokens',
    header: 'Tokens',
    width: '8rem',
    align: 'end',
    wideOnly: true,
    cell: (row) => (row.inputTokens + row.outputTokens).toLocaleString('en'),
  },
  {
    id: 'credits',
    header: 'Credits',
    width: '8rem',
    align: 'end',
    cell: (row) => formatExactCredits(row.credits),
  },
];

/** Lists each use of credits, newest first. */
export const UsageRecords = ({ days }: { days: Days }) => {
  const { query, rows, more } = useUsageRecords(days);
  return (
    <ListTable
      label="Each use"
      list={{ query, rows, more }}
      errorTitle="The uses could not be loaded"
      columns={columns}
      rowId={(row) => row.usageId}
      rowLabel={(row) => `${kinds[row.kind]}, ${formatMoment(row.at)}`}
    />
  );
};
