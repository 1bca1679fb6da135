import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import { useState } from 'react';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import type { Column, DataTableProps } from '../../../../ui/data-table/data-table-types.ts';
import { EditSourceDialog } from '../configuration/edit-source-dialog.tsx';
import { DeleteSourceDialog } from './delete-source-dialog.tsx';
import { BalanceCell, LastSyncCell, NameCell, ScheduleCell, StatusCell } from './source-cells.tsx';
import { useSourceActions } from './use-source-actions.tsx';

const columns: Column<Source>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: (source) => source.name,
    cell: (source) => <NameCell source={source} />,
  },
  { id: 'status', header: 'Status', width: '11rem', cell: (source) => <StatusCell source={source} /> },
  {
    id: 'balance',
    header: 'Documents',
    width: '13rem',
    cell: (source) => <BalanceCell source={source} />,
  },
  {
    id: 'schedule',
    header: 'Read again',
    width: '9rem',
    cell: (source) => <ScheduleCell source={source} />,
  },
  {
    id: 'updatedAt',
    header: 'Last sync',
    width: '8rem',
    sortValue: (source) => source.updatedAt,
    cell: (source) => <LastSyncCell source={source} />,
  },
];

interface Asking {
  what: 'edit' | 'delete';
  source: Source;
  isOpened: boolean;
}

interface SourceTableProps
  extends Required<Pick<DataTableProps<Source>, 'rows' | 'more' | 'sort' | 'search'>> {
  label: string;
  onReport: (source: Source) => void;
}

/** The list of sources: a table, or cards on a phone. */
export const SourceTable = ({ onReport, ...table }: SourceTableProps) => {
  const [asking, setAsking] = useState<Asking>();
  const ask = (what: Asking['what']) => (source: Source) => setAsking({ what, source, isOpened: true });
  const rowActions = useSourceActions({ onReport, onEdit: ask('edit'), onDelete: ask('delete') });
  const dialog = asking && {
    source: asking.source,
    opened: asking.isOpened,
    onClose: () => setAsking({ ...asking, isOpened: false }),
  };
  return (
    <>
      <DataTable
        {...table}
        columns={columns}
        rowId={(source) => source.sourceId}
        rowLabel={(source) => source.name}
        onOpen={onReport}
        rowActions={rowActions}
      />
      {dialog && asking.what === 'delete' ? <DeleteSourceDialog {...dialog} /> : null}
      {dialog && asking.what === 'edit' && asking.isOpened ? (
        <EditSourceDialog source={asking.source} onClose={dialog.onClose} />
      ) : null}
    </>
  );
};
