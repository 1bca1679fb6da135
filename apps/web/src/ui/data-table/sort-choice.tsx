import { NativeSelect } from '@mantine/core';
import classes from './data-table.module.css';
import type { Column } from './data-table-types.ts';
import type { TableModel } from './use-data-table.ts';

/** Arrows, because half the width of a phone has no room for words. */
const directions = [
  { name: 'asc', arrow: '↑' },
  { name: 'desc', arrow: '↓' },
] as const;

interface SortChoiceProps<T extends object> {
  table: TableModel<T>;
  columns: readonly Column<T>[];
}

/** Sorts the cards of a phone, which have no visible heads of columns. Nothing where there is nothing to sort. */
export const SortChoice = <T extends object>({ table, columns }: SortChoiceProps<T>) => {
  const sortable = columns.filter(({ sortValue }) => sortValue !== undefined);
  const sorted = table.getAllColumns().find((column) => column.getIsSorted() !== false);
  if (sortable.length === 0 || table.getRowModel().rows.length < 2) return null;
  const choices = sortable.flatMap(({ id, header }) =>
    directions.map(({ name, arrow }) => ({ value: `${name} ${id}`, label: `${header} ${arrow}` })),
  );
  const change = (value: string) => {
    const [direction, ...id] = value.split(' ');
    table.setSorting([{ id: id.join(' '), desc: direction === 'desc' }]);
  };
  return (
    <NativeSelect
      className={classes.sortChoice ?? ''}
      aria-label="Sort by"
      value={sorted === undefined ? '' : `${sorted.getIsSorted()} ${sorted.id}`}
      onChange={(event) => change(event.currentTarget.value)}
      data={[...(sorted === undefined ? [{ value: '', label: 'Sort by…', disabled: true }] : []), ...choices]}
    />
  );
};
