import {
  type ColumnDef,
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  sortFn_alphanumeric,
  tableFeatures,
  type Updater,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import type { Column, DataTableProps } from './data-table-types.ts';

const features = tableFeatures({
  rowSortingFeature,
  rowSelectionFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { alphanumeric: sortFn_alphanumeric },
});

type Definition<T extends object> = ColumnDef<typeof features, T>;

const define = <T extends object>(column: Column<T>): Definition<T> => ({
  id: column.id,
  header: column.header,
  accessorFn: (row: T) => column.sortValue?.(row) ?? '',
  sortFn: 'alphanumeric',
  enableSorting: column.sortValue !== undefined,
});

/** The model of the table: selection and sorting, in the browser or on the server. */
export const useDataTable = <T extends object>(props: DataTableProps<T>) => {
  const { columns, rows, rowId, sort } = props;
  const [ownSorting, setOwnSorting] = useState<SortingState>([]);
  const definitions = useMemo(() => columns.map(define), [columns]);
  const sorting = sort ? [{ id: sort.value.column, desc: sort.value.descending }] : ownSorting;
  const changeSorting = (updater: Updater<SortingState>) => {
    const next = typeof updater === 'function' ? updater(sorting) : updater;
    if (!sort) return setOwnSorting(next);
    const [first] = next;
    const current = sort.value;
    sort.onChange(
      first
        ? { column: first.id, descending: first.desc }
        : { column: current.column, descending: !current.descending },
    );
  };
  return useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: rowId,
    manualSorting: sort !== undefined,
    enableMultiSort: false,
    enableSortingRemoval: false,
    state: { sorting },
    onSortingChange: changeSorting,
  });
};

export type TableModel<T extends object> = ReturnType<typeof useDataTable<T>>;
