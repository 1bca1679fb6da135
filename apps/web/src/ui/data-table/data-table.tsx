import { Button, Checkbox } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { EmptyState } from '../feedback/empty-state.tsx';
import { SearchIllustration } from '../theme/illustrations.tsx';
import classes from './data-table.module.css';
import type { DataTableProps } from './data-table-types.ts';
import { tableRoles } from './table-roles.ts';
import { TableRow } from './table-row.tsx';
import { BulkBar, TableToolbar } from './table-toolbar.tsx';
import { type TableModel, useDataTable } from './use-data-table.ts';

const ariaSort = { asc: 'ascending', desc: 'descending' } as const;

const SortIcon = ({ direction }: { direction: false | 'asc' | 'desc' }) => {
  const Icon = direction === 'asc' ? IconArrowUp : direction === 'desc' ? IconArrowDown : IconArrowsSort;
  return (
    <Icon
      className={classes.sortIcon}
      data-active={direction !== false || undefined}
      size={14}
      aria-hidden="true"
    />
  );
};

interface HeadProps<T extends object> {
  table: TableModel<T>;
  props: DataTableProps<T>;
  selectable: boolean;
}

const Head = <T extends object>({ table, props, selectable }: HeadProps<T>) => (
  <thead className={classes.head} {...tableRoles.group}>
    <tr {...tableRoles.row}>
      {selectable ? (
        <th className={classes.select} {...tableRoles.head}>
          <Checkbox
            aria-label="Select all rows"
            checked={table.getIsAllRowsSelected()}
            indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
            onChange={table.getToggleAllRowsSelectedHandler()}
          />
        </th>
      ) : null}
      {props.columns.map((column) => {
        const model = table.getColumn(column.id);
        const direction = model?.getIsSorted() ?? false;
        return (
          <th
            key={column.id}
            {...tableRoles.head}
            style={column.width === undefined ? undefined : { inlineSize: column.width }}
            data-align={column.align}
            aria-sort={direction === false ? undefined : ariaSort[direction]}
          >
            {model?.getCanSort() ? (
              <button
                type="button"
                className={`inline-1 ${classes.sort}`}
                onClick={model.getToggleSortingHandler()}
              >
                {column.header}
                <SortIcon direction={direction} />
              </button>
            ) : (
              column.header
            )}
          </th>
        );
      })}
      {props.rowActions === undefined ? null : (
        <th className={classes.actions} {...tableRoles.head}>
          <span className="sr-only">Actions</span>
        </th>
      )}
    </tr>
  </thead>
);

const formatTotal = ({ total, mostCounted = total }: NonNullable<DataTableProps<object>['more']>): string =>
  total > mostCounted ? `more than ${mostCounted.toLocaleString('en')}` : String(total);

const Foot = ({ more, shown }: { more: NonNullable<DataTableProps<object>['more']>; shown: number }) => (
  <div className={`muted tiny between tabular flex ${classes.foot}`}>
    <span>
      {shown} of {formatTotal(more)}
    </span>
    {more.hasMore ? (
      <Button size="xs" variant="default" loading={more.isLoading} onClick={more.onMore}>
        Load more
      </Button>
    ) : null}
  </div>
);

/**
 * A list of objects with search, sorting, selection with bulk actions, a menu for each row, and pages. On a phone the rows are
 * cards.
 */
export const DataTable = <T extends object>(props: DataTableProps<T>) => {
  const { label, rows, bulkActions = [], search, toolbar, more, empty } = props;
  const table = useDataTable(props);
  const selectable = bulkActions.length > 0;
  const selected = selectable ? table.getSelectedRowModel().rows.map((row) => row.original) : [];
  const nothingFound = (
    <EmptyState compact illustration={<SearchIllustration />} title="Nothing found">
      Nothing matches what you are looking for. Try another word or another filter.
    </EmptyState>
  );
  return (
    <div className="stack-3 min-0">
      {selected.length > 0 ? (
        <BulkBar selected={selected} actions={bulkActions} clear={() => table.resetRowSelection()} />
      ) : (
        <TableToolbar
          {...(search ? { search } : {})}
          toolbar={toolbar}
          columns={props.columns}
          table={table}
        />
      )}
      <div className="surface-box-lg overflow-hidden">
        {rows.length === 0 ? (
          (empty ?? nothingFound)
        ) : (
          <table className={`full-width ${classes.table}`} {...tableRoles.table} aria-label={label}>
            <Head table={table} props={props} selectable={selectable} />
            <tbody {...tableRoles.group}>
              {table.getRowModel().rows.map((row) => (
                <TableRow
                  key={row.id}
                  {...props}
                  row={row.original}
                  selection={
                    selectable
                      ? { isSelected: row.getIsSelected(), toggle: row.getToggleSelectedHandler() }
                      : undefined
                  }
                />
              ))}
            </tbody>
          </table>
        )}
        {more === undefined || rows.length === 0 ? null : <Foot more={more} shown={rows.length} />}
      </div>
    </div>
  );
};
