import type { StorageItem } from '@atelier/contracts/content/storage';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDate, formatFileSize } from '../../../lib/format.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { BulkAction, Column, DataTableProps } from '../../../ui/data-table/data-table-types.ts';
import { RemoveDialog } from './remove-dialog.tsx';

const describeUsers = ({ type, usedBy, place }: StorageItem): string => {
  if (type !== 'KNOWLEDGE_BASE_IMPORT') return place.name;
  return usedBy.length === 0 ? 'No app' : usedBy.map(({ name }) => name).join(', ');
};

/** The address of the page of an item: the documents of a knowledge base, a record, or a run. */
const addresses: Record<StorageItem['type'], (placeId: string) => string> = {
  KNOWLEDGE_BASE_IMPORT: (id) => `/knowledge-base/${id}/documents`,
  AGENT_RECORD: (id) => `/worker-record?id=${id}`,
  FLOW_FILE: (id) => `/runs/${id}`,
};
const linkToItem = ({ type, place }: StorageItem): string => addresses[type](place.id);

const columns: Column<StorageItem>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: (item) => item.name,
    cell: (item) => (
      <span className="stack min-0 break-anywhere">
        {item.name}
        <span className="note">{item.place.name}</span>
      </span>
    ),
  },
  { id: 'type', header: 'Type', width: '9rem', cell: (item) => item.label },
  {
    id: 'usedBy',
    header: 'Used by',
    width: '12rem',
    wideOnly: true,
    cell: describeUsers,
  },
  {
    id: 'size',
    header: 'Size',
    width: '7rem',
    align: 'end',
    sortValue: (item) => item.bytes,
    cell: (item) => formatFileSize(item.bytes),
  },
  {
    id: 'createdAt',
    header: 'Added',
    width: '8rem',
    sortValue: (item) => item.createdAt,
    cell: (item) => <time dateTime={item.createdAt}>{formatDate(item.createdAt)}</time>,
  },
];

type Shared = Required<Pick<DataTableProps<StorageItem>, 'rows' | 'more' | 'sort' | 'search' | 'toolbar'>>;

interface Asked {
  items: StorageItem[];
  isOpened: boolean;
  clear: () => void;
}

/** The list of items: a table, or cards on a phone. */
export const ItemTable = ({ mayRemove, ...table }: Shared & { mayRemove: boolean }) => {
  const [asked, setAsked] = useState<Asked>();
  const ask = (items: StorageItem[], clear: () => void = () => undefined) =>
    setAsked({ items, clear, isOpened: true });
  const icon = <IconTrash size={16} />;
  const bulkActions: BulkAction<StorageItem>[] = mayRemove
    ? [{ label: 'Delete', icon, danger: true, onRun: ask }]
    : [];
  return (
    <>
      <DataTable
        {...table}
        label="Storage items"
        columns={columns}
        rowId={(item) => item.id}
        rowLabel={(item) => item.name}
        rowLink={linkToItem}
        rowActions={(item) =>
          item.abilities['remove'] ? [{ label: 'Delete', icon, danger: true, onRun: () => ask([item]) }] : []
        }
        bulkActions={bulkActions}
      />
      {asked ? (
        <RemoveDialog
          items={asked.items}
          opened={asked.isOpened}
          onClose={() => setAsked({ ...asked, isOpened: false })}
          onRemoved={asked.clear}
        />
      ) : null}
    </>
  );
};
