import type { KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import { NativeSelect } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { Ago } from '../../../../lib/ago.tsx';
import { formatFileSize } from '../../../../lib/format.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column, DataTableProps } from '../../../../ui/data-table/data-table-types.ts';
import { statusFilters } from '../import-status.ts';
import { DeleteDocumentsDialog } from './delete-documents-dialog.tsx';
import { NameCell, StatusCell } from './document-cells.tsx';
import classes from './documents.module.css';
import { useDocumentActions } from './use-document-actions.tsx';

const dash = (value: number | null, isKnown: boolean): string =>
  value === null || !isKnown ? '–' : value.toLocaleString('en');

const listImportColumns = (onRetry: (row: KnowledgeImport) => void): Column<KnowledgeImport>[] => [
  { id: 'name', header: 'Name', sortValue: (row) => row.name, cell: (row) => <NameCell row={row} /> },
  {
    id: 'status',
    header: 'Status',
    width: '13rem',
    cell: (row) => <StatusCell row={row} onRetry={onRetry} />,
  },
  {
    id: 'pages',
    header: 'Pages',
    width: '5rem',
    align: 'end',
    cell: (row) => dash(row.pages, true),
  },
  {
    id: 'chunkCount',
    header: 'Chunks',
    width: '6.5rem',
    align: 'end',
    sortValue: (row) => row.chunkCount,
    cell: (row) => dash(row.chunkCount, row.status === 'COMPLETED'),
  },
  {
    id: 'size',
    header: 'Size',
    width: '6rem',
    align: 'end',
    sortValue: (row) => row.size,
    cell: (row) => formatFileSize(row.size),
  },
  {
    id: 'createdAt',
    header: 'Added',
    width: '8.5rem',
    sortValue: (row) => row.createdAt,
    cell: (row) => <Ago at={row.createdAt} />,
  },
];

interface StatusFilterFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Filters the list by status (IMPORT-04). */
const StatusFilterField = ({ value, onChange }: StatusFilterFieldProps) => (
  <NativeSelect
    className={classes.filter ?? ''}
    aria-label="Status"
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    data={[{ value: '', label: 'All statuses' }, ...statusFilters]}
  />
);

type Shared = Required<Pick<DataTableProps<KnowledgeImport>, 'rows' | 'more' | 'sort' | 'search' | 'onOpen'>>;

interface DocumentTableProps extends Shared {
  filter: StatusFilterFieldProps;
  /** More fields next to the filter. */
  toolbar: ReactNode;
  mayWrite: boolean;
}

/** The list of documents: a table, or cards on a phone. */
export const DocumentTable = ({ filter, toolbar, mayWrite, ...table }: DocumentTableProps) => {
  const [deleting, setDeleting] = useState<{ rows: KnowledgeImport[]; done: () => void }>();
  const [isAsking, setAsking] = useState(false);
  const actions = useDocumentActions((rows, done) => {
    setDeleting({ rows, done });
    setAsking(true);
  }, mayWrite);
  const { retry } = actions;
  const columns = useMemo(() => listImportColumns(retry), [retry]);
  return (
    <>
      <DataTable
        {...table}
        label="Documents"
        columns={columns}
        rowId={(row) => row.knowledgeBaseImportId}
        rowLabel={(row) => row.name}
        rowActions={actions.rowActions}
        bulkActions={actions.bulkActions}
        toolbar={
          <>
            <StatusFilterField {...filter} />
            {toolbar}
          </>
        }
      />
      {deleting ? (
        <DeleteDocumentsDialog
          rows={deleting.rows}
          opened={isAsking}
          onClose={() => setAsking(false)}
          onDeleted={deleting.done}
        />
      ) : null}
    </>
  );
};
