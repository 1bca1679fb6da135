import { useState } from 'react';
import type { Column } from './data-table-types.ts';
import { useUrlSort } from './use-url-sort.ts';

const pageSize = 25;

/** Sorts rows by the column that the address names. Rows of the same value keep their order. */
const sortRows = <T>(rows: readonly T[], column: Column<T> | undefined, isDescending: boolean): T[] => {
  const valueOf = column?.sortValue;
  if (valueOf === undefined) return [...rows];
  const compare = (one: string | number, other: string | number): number =>
    typeof one === 'number' && typeof other === 'number'
      ? one - other
      : String(one).localeCompare(String(other), 'en');
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((a, b) => direction * compare(valueOf(a), valueOf(b)));
};

/**
 * Sorts and pages rows of which the browser has all. Returns the props `rows`, `sort` and `more` of DataTable; the sorting is in
 * the address.
 */
export const useSortedPages = <T>(rows: readonly T[], columns: Column<T>[], first: string) => {
  const sortable = columns.filter(({ sortValue }) => sortValue !== undefined).map(({ id }) => id);
  const { sort } = useUrlSort(sortable, { column: first, descending: true });
  const [shown, setShown] = useState(pageSize);
  const column = columns.find(({ id }) => id === sort.value.column);
  return {
    rows: sortRows(rows, column, sort.value.descending).slice(0, shown),
    sort,
    more: {
      total: rows.length,
      hasMore: rows.length > shown,
      isLoading: false,
      onMore: () => setShown(shown + pageSize),
    },
  };
};
