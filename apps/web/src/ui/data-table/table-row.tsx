import { Checkbox } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ActionsMenu } from '../layout/actions-menu.tsx';
import classes from './data-table.module.css';
import type { Column, DataTableProps } from './data-table-types.ts';
import { tableRoles } from './table-roles.ts';

type Shared<T> = Pick<DataTableProps<T>, 'columns' | 'rowLabel' | 'rowLink' | 'onOpen' | 'rowActions'>;

interface TableRowProps<T> extends Shared<T> {
  row: T;
  /** Undefined when there are no bulk actions. */
  selection: { isSelected: boolean; toggle: (event: unknown) => void } | undefined;
}

/** The name of the row as the link that opens it. Its target covers the whole row. */
const RowName = <T,>({
  row,
  rowLink,
  onOpen,
  children,
}: Pick<TableRowProps<T>, 'row' | 'rowLink' | 'onOpen'> & { children: ReactNode }) => {
  if (rowLink) {
    return (
      <Link to={rowLink(row)} className={classes.open} dir="auto">
        {children}
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button type="button" className={classes.open} dir="auto" onClick={() => onOpen(row)}>
        {children}
      </button>
    );
  }
  return children;
};

const cellProps = <T,>(column: Column<T>) => ({
  className: classes.cell,
  'data-align': column.align,
  'data-wide-only': column.wideOnly || undefined,
});

export const TableRow = <T,>({
  row,
  selection,
  columns,
  rowLabel,
  rowLink,
  onOpen,
  rowActions,
}: TableRowProps<T>) => {
  const [first, ...rest] = columns;
  const opening = { row, ...(rowLink ? { rowLink } : {}), ...(onOpen ? { onOpen } : {}) };
  return (
    <tr className={classes.row} {...tableRoles.row} data-selected={selection?.isSelected || undefined}>
      {selection === undefined ? null : (
        <td className={classes.select} {...tableRoles.cell}>
          <Checkbox
            aria-label={`Select ${rowLabel(row)}`}
            checked={selection.isSelected}
            onChange={selection.toggle}
          />
        </td>
      )}
      {first === undefined ? null : (
        <td {...cellProps(first)} {...tableRoles.cell} data-first>
          <RowName {...opening}>{first.cell(row)}</RowName>
        </td>
      )}
      {rest.map((column) => (
        <td key={column.id} {...cellProps(column)} {...tableRoles.cell}>
          <span className={classes.cellLabel} aria-hidden="true">
            {column.header}
          </span>
          {column.cell(row)}
        </td>
      ))}
      {rowActions === undefined ? null : (
        <td className={classes.actions} {...tableRoles.cell}>
          <ActionsMenu label={`Actions for ${rowLabel(row)}`} actions={rowActions(row)} />
        </td>
      )}
    </tr>
  );
};
