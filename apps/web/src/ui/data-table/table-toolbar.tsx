import { Button, CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './data-table.module.css';
import type { BulkAction, DataTableProps } from './data-table-types.ts';
import { SortChoice } from './sort-choice.tsx';
import type { TableModel } from './use-data-table.ts';

const typingPauseMs = 250;

const SearchField = ({
  value,
  onChange,
  placeholder = 'Search',
}: NonNullable<DataTableProps<object>['search']>) => {
  const [text, setText] = useState(value);
  const report = useDebouncedCallback(onChange, typingPauseMs);
  const clear = () => {
    setText('');
    onChange('');
  };
  return (
    <TextInput
      className={classes.search ?? ''}
      type="search"
      aria-label={placeholder}
      placeholder={placeholder}
      value={text}
      leftSection={<IconSearch size={16} />}
      rightSection={
        text === '' ? null : <CloseButton size="sm" aria-label="Clear the search" onClick={clear} />
      }
      onChange={(event) => {
        setText(event.currentTarget.value);
        report(event.currentTarget.value);
      }}
    />
  );
};

interface BulkBarProps<T> {
  selected: T[];
  actions: BulkAction<T>[];
  clear: () => void;
}

/** The actions for the selected rows. It replaces the toolbar while rows are selected. */
export const BulkBar = <T,>({ selected, actions, clear }: BulkBarProps<T>) => (
  <div className={`rounded ${classes.bulk}`} role="region" aria-label="Selection">
    <span className={`small medium accent-text ${classes.bulkCount}`} role="status">
      {selected.length} selected
    </span>
    {actions.map((action) => (
      <Button
        key={action.label}
        size="xs"
        variant={action.danger ? 'light' : 'default'}
        color={action.danger ? 'red' : 'ink'}
        leftSection={action.icon}
        onClick={() => action.onRun(selected, clear)}
      >
        {action.label}
      </Button>
    ))}
    <Button size="xs" variant="subtle" color="gray" onClick={clear}>
      Clear
    </Button>
  </div>
);

interface TableToolbarProps<T extends object>
  extends Pick<DataTableProps<T>, 'search' | 'toolbar' | 'columns'> {
  table: TableModel<T>;
}

export const TableToolbar = <T extends object>({ search, toolbar, columns, table }: TableToolbarProps<T>) => (
  <div className={classes.toolbar}>
    {search === undefined ? null : <SearchField {...search} />}
    {toolbar}
    <SortChoice table={table} columns={columns} />
  </div>
);
