import type { ReactNode } from 'react';
import type { MenuAction } from '../layout/actions-menu.tsx';

export interface Column<T> {
  id: string;
  header: string;
  cell: (row: T) => ReactNode;
  /** The value to sort by. If the server sorts, any value will do, because it only marks the column as sortable. */
  sortValue?: (row: T) => string | number;
  /** CSS width, for example `'7rem'`. */
  width?: string;
  align?: 'start' | 'end';
  /** Hides the column on a phone. */
  wideOnly?: boolean;
}

export interface TableSort {
  column: string;
  descending: boolean;
}

export interface BulkAction<T> {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** When the action is done, clear the selection with `clear`. */
  onRun: (rows: T[], clear: () => void) => void;
}

export interface DataTableProps<T> {
  /** Names the table for assistive technology. */
  label: string;
  /** The first column names the row. Keep the array outside the component or memoise it. */
  columns: Column<T>[];
  rows: T[];
  rowId: (row: T) => string;
  /** Names a row in the labels of its checkbox and menu. */
  rowLabel: (row: T) => string;
  /** The address that the first cell leads to. */
  rowLink?: (row: T) => string;
  /** Called when the first cell is opened and has no address. */
  onOpen?: (row: T) => void;
  rowActions?: (row: T) => MenuAction[];
  bulkActions?: BulkAction<T>[];
  search?: { value: string; onChange: (value: string) => void; placeholder?: string };
  /** Sorting by the server. Without it, columns with a `sortValue` are sorted in the browser. */
  sort?: { value: TableSort; onChange: (sort: TableSort) => void };
  /** Controls next to the search: filters, buttons. */
  toolbar?: ReactNode;
  /** For a cursor list: the total number of rows, and the function that loads the next page. */
  more?: {
    total: number;
    /** The number up to which rows are counted; a larger `total` means that there are more. */
    mostCounted?: number;
    hasMore: boolean;
    isLoading: boolean;
    onMore: () => void;
  };
  /** Shown when there are no rows, for example after a search. */
  empty?: ReactNode;
}
