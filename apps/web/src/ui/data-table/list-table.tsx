import type { ComponentProps, ReactNode } from 'react';
import { QueryView } from '../feedback/query-view.tsx';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table-types.ts';

/** A list of the server, as `usePages` returns it. */
export interface TableList<T extends object>
  extends Pick<ComponentProps<typeof QueryView>, 'query'>,
    Pick<DataTableProps<T>, 'rows' | 'more'> {}

interface ListTableProps<T extends object> extends Omit<DataTableProps<T>, 'rows' | 'more'> {
  list: TableList<T>;
  /** Shown in place of the table; false where there are rows, or a search has none. */
  nothing?: ReactNode;
  errorTitle?: string;
}

/** A table of a list of the server, or its loading, empty or error state. */
export const ListTable = <T extends object>(props: ListTableProps<T>) => {
  const { list, nothing = false, errorTitle, ...table } = props;
  return (
    <QueryView query={list.query} skeleton="table" {...(errorTitle === undefined ? {} : { errorTitle })}>
      {() =>
        nothing === false ? (
          <DataTable {...table} rows={list.rows} {...(list.more && { more: list.more })} />
        ) : (
          nothing
        )
      }
    </QueryView>
  );
};
