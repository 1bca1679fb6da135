import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderUi } from '../../../tests/render-ui.tsx';
import { DataTable } from './data-table.tsx';
import type { Column, DataTableProps } from './data-table-types.ts';

interface Thing {
  id: string;
  name: string;
  size: number;
}

const rows: Thing[] = [
  { id: 'b', name: 'Beta', size: 10 },
  { id: 'a', name: 'Alpha', size: 9 },
  { id: 'c', name: 'Gamma', size: 100 },
];
const columns: Column<Thing>[] = [
  { id: 'name', header: 'Name', cell: (row) => row.name, sortValue: (row) => row.name },
  { id: 'size', header: 'Size', cell: (row) => row.size, sortValue: (row) => row.size },
];

const show = (props: Partial<DataTableProps<Thing>> = {}) =>
  renderUi(
    <DataTable
      label="Things"
      columns={columns}
      rows={rows}
      rowId={(row) => row.id}
      rowLabel={(row) => row.name}
      {...props}
    />,
  );

const namesShown = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

it('lets a name be read in the direction of its own letters', async () => {
  await show({ onOpen: () => undefined });
  expect(screen.getByRole('button', { name: 'Alpha' }).dir).toBe('auto');
});

it('sorts by a column, numbers as numbers, and says so to assistive technology', async () => {
  await show();
  await userEvent.click(screen.getByRole('button', { name: 'Size' }));
  const header = screen.getByRole('columnheader', { name: 'Size' });
  const first = header.getAttribute('aria-sort');
  const order = namesShown();
  await userEvent.click(screen.getByRole('button', { name: 'Size' }));
  const reversed = namesShown();
  expect(new Set([first, header.getAttribute('aria-sort')])).toEqual(new Set(['ascending', 'descending']));
  expect([order, reversed]).toContainEqual(['Alpha', 'Beta', 'Gamma']);
  expect(reversed).toEqual(order.toReversed());
});

it('is also sorted by one choice, for phones, where its heads cannot be seen', async () => {
  await show();
  const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
  expect([...choice.options].map(({ text }) => text)).toEqual([
    ...['Sort by…', 'Name ↑', 'Name ↓', 'Size ↑', 'Size ↓'],
  ]);
  await userEvent.selectOptions(choice, 'Name ↓');
  expect(namesShown()).toEqual(['Gamma', 'Beta', 'Alpha']);
  await userEvent.selectOptions(choice, 'Name ↑');
  expect(namesShown()).toEqual(['Alpha', 'Beta', 'Gamma']);
});

it('offers no sorting where there is nothing to sort', async () => {
  await show({ rows: rows.slice(0, 1) });
  expect(screen.queryByRole('combobox', { name: 'Sort by' })).toBeNull();
});

it('leaves sorting to the server when it is told to', async () => {
  const onChange = vi.fn<(value?: unknown) => void>();
  await show({ sort: { value: { column: 'name', descending: false }, onChange } });
  await userEvent.click(screen.getByRole('button', { name: 'Name' }));
  expect(onChange).toHaveBeenCalledWith({ column: 'name', descending: true });
  expect(namesShown()).toEqual(['Beta', 'Alpha', 'Gamma']);
});

it('hands the selected rows to a bulk action and forgets them afterwards', async () => {
  const onRun = vi.fn<(rows: Thing[], clear: () => void) => void>((_rows, clear) => clear());
  await show({ bulkActions: [{ label: 'Delete', onRun }] });
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Alpha' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Gamma' }));
  expect(screen.getByText('2 selected')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(onRun.mock.calls[0]?.[0].map((row) => row.id).toSorted()).toEqual(['a', 'c']);
  expect(screen.queryByText('2 selected')).toBeNull();
});

it('opens the menu of a row', async () => {
  const onRun = vi.fn<(value?: unknown) => void>();
  await show({ rowActions: () => [{ label: 'Rename', onRun }] });
  await userEvent.click(screen.getByRole('button', { name: 'Actions for Beta' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Rename' }));
  expect(onRun).toHaveBeenCalledOnce();
});

it('leads to the row through its name', async () => {
  await show({ rowLink: (row) => `/things/${row.id}` });
  expect(screen.getByRole('link', { name: 'Beta' }).getAttribute('href')).toBe('/things/b');
});

it('reports a search after a pause in typing', async () => {
  const onChange = vi.fn<(value?: unknown) => void>();
  await show({ search: { value: '', onChange, placeholder: 'Search things' } });
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search things' }), 'al');
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledWith('al'));
  expect(onChange).toHaveBeenCalledOnce();
});

it('says that nothing was found', async () => {
  await show({ rows: [] });
  expect(screen.getByText('Nothing found')).toBeTruthy();
});

it('offers the next page and says how many there are', async () => {
  const onMore = vi.fn<(value?: unknown) => void>();
  await show({ more: { total: 40, hasMore: true, isLoading: false, onMore } });
  expect(screen.getByText('3 of 40')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }));
  expect(onMore).toHaveBeenCalledOnce();
});
