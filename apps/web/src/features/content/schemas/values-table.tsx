import type {
  Cell,
  Column,
  SchemaDetails,
  SchemaRow,
} from '@atelier/contracts/content/schemas/schema-shapes';
import { Button, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import type { Column as TableColumn } from '../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { exportAddress, useFreshRows, useRows } from './api.ts';
import type { SelectedCell } from './cell-panel.tsx';
import { formatValue, parseStateFilter, stateChoices, stateWords } from './model/schema-words.ts';
import classes from './schemas.module.css';

const formatCell = (cell: Cell | undefined): string => {
  if (!cell) return 'Not read yet';
  const value = formatValue(cell.value);
  return value === '' ? stateWords[cell.state].label : value;
};

interface ValueProps {
  row: SchemaRow;
  column: Column;
  onSelect: (place: SelectedCell) => void;
}

const marked = new Set<Cell['state'] | undefined>(['UNVERIFIED', 'EDITED', 'FAILED']);

const Value = ({ row, column, onSelect }: ValueProps) => {
  const cell = row.cells.find(({ columnId }) => columnId === column.columnId);
  const isEmpty = cell === undefined || cell.value === null;
  const mark = cell && !isEmpty && marked.has(cell.state) ? stateWords[cell.state].label : '';
  return (
    <button
      type="button"
      className={`stack break-anywhere items-start rounded text-start ${classes.value}`}
      data-empty={isEmpty || undefined}
      aria-label={`${column.name} of ${row.documentName}: ${formatCell(cell)}${mark === '' ? '' : `, ${mark}`}`}
      onClick={() => onSelect({ row, column })}
    >
      <span>{formatCell(cell)}</span>
      {mark === '' ? null : (
        <>
          {' '}
          <span className={`muted tiny ${classes.mark}`} data-state={cell?.state}>
            {mark}
          </span>
        </>
      )}
    </button>
  );
};

const toTableColumns = (
  columns: readonly Column[],
  onSelect: (place: SelectedCell) => void,
): TableColumn<SchemaRow>[] => [
  {
    id: 'name',
    header: 'Document',
    cell: ({ documentName }) => documentName,
    sortValue: ({ documentName }) => documentName,
  },
  ...columns.map((column) => ({
    id: column.columnId,
    header: column.name,
    cell: (row: SchemaRow) => <Value row={row} column={column} onSelect={onSelect} />,
    sortValue: () => '',
  })),
];

const Exports = ({ schemaId }: { schemaId: string }) => (
  <div className="row-3 flat">
    {(['csv', 'xlsx'] as const).map((format) => (
      <Button
        key={format}
        component="a"
        variant="default"
        href={exportAddress(schemaId, format)}
        leftSection={<IconDownload size={16} />}
      >
        {format.toUpperCase()}
      </Button>
    ))}
  </div>
);

interface ValuesTableProps {
  schema: SchemaDetails;
  onSelect: (place: SelectedCell) => void;
}

/** The documents with their values. */
export const ValuesTable = ({ schema, onSelect }: ValuesTableProps) => {
  useFreshRows(schema);
  const [search, setSearch] = useUrlState('search');
  const [state, setState] = useUrlState('state', 'ALL');
  const [sort, setSort] = useUrlState('sort', 'name');
  const descending = sort.startsWith('-');
  const wanted = sort.replace(/^-/, '');
  const sortBy = schema.columns.some(({ columnId }) => columnId === wanted) ? wanted : 'name';
  const { query, rows, more } = useRows(
    schema.schemaId,
    { search, state: parseStateFilter(state), sort: sortBy, order: descending ? 'desc' : 'asc' },
    schema.isActive,
  );
  const columns = useMemo(() => toTableColumns(schema.columns, onSelect), [schema.columns, onSelect]);
  return (
    <Panel title="Values" actions={<Exports schemaId={schema.schemaId} />}>
      <ListTable
        label="Values"
        list={{ query, rows, more }}
        errorTitle="The values could not be listed"
        columns={columns}
        rowId={({ knowledgeBaseImportId }) => knowledgeBaseImportId}
        rowLabel={({ documentName }) => documentName}
        search={{ value: search, onChange: setSearch, placeholder: 'Search documents and values' }}
        sort={{
          value: { column: sortBy, descending },
          onChange: (next) => setSort(`${next.descending ? '-' : ''}${next.column}`),
        }}
        toolbar={
          <NativeSelect
            aria-label="State"
            data={stateChoices}
            value={parseStateFilter(state)}
            onChange={(event) => setState(event.currentTarget.value)}
          />
        }
        empty={
          search === '' && state === 'ALL'
            ? 'There are no documents to read yet. Please import some first.'
            : 'No document fits. Please search for something else.'
        }
      />
    </Panel>
  );
};
