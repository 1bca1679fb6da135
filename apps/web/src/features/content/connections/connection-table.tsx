import type { Connection } from '@atelier/contracts/content/connections/connections';
import { IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react';
import { useMay } from '../../../lib/account/session.ts';
import { Ago } from '../../../lib/ago.tsx';
import { formatAgo } from '../../../lib/format.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column, DataTableProps } from '../../../ui/data-table/data-table-types.ts';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import type { MenuAction } from '../../../ui/layout/actions-menu.tsx';
import { useTestSaved } from './api.ts';
import { ConnectionIcon } from './connection-icon.tsx';

/** The result and time of the last test. The reason of a failure can be read without a pointer. */
const TestStatus = ({ lastTest }: Pick<Connection, 'lastTest'>) => {
  if (!lastTest) return <StatusBadge tone="neutral">Not tested</StatusBadge>;
  const { ok, message, testedAt } = lastTest;
  return (
    <span className="stack-0 min-0 break-anywhere" title={ok ? message : undefined}>
      <StatusBadge tone={ok ? 'success' : 'danger'}>
        {ok ? 'Works' : 'Does not work'}, {formatAgo(testedAt)}
      </StatusBadge>
      {ok ? null : <span className="muted small regular">{message}</span>}
    </span>
  );
};

const columns: Column<Connection>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: (connection) => connection.name,
    cell: (connection) => (
      <span className="inline-3">
        <ConnectionIcon icon={connection.icon} service={connection.service} />
        <span className="stack-0 min-0 break-anywhere">
          {connection.name}
          <span className="muted small regular">{connection.title}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'test',
    header: 'Last test',
    width: '15rem',
    cell: (connection) => <TestStatus lastTest={connection.lastTest} />,
  },
  {
    id: 'uses',
    header: 'Used by',
    width: '13rem',
    wideOnly: true,
    cell: ({ uses }) => (uses.length === 0 ? 'Nothing yet' : uses.map(({ name }) => name).join(', ')),
  },
  {
    id: 'updatedAt',
    header: 'Updated',
    width: '8.5rem',
    sortValue: (connection) => connection.updatedAt,
    cell: ({ updatedAt }) => <Ago at={updatedAt} />,
  },
];

type Shared = Required<
  Pick<DataTableProps<Connection>, 'rows' | 'more' | 'sort' | 'search' | 'toolbar' | 'empty'>
>;

interface ConnectionTableProps extends Shared {
  onEdit: (connection: Connection) => void;
  onDelete: (connection: Connection) => void;
}

/** The list of connections: a table, or cards on a phone. */
export const ConnectionTable = ({ onEdit, onDelete, ...table }: ConnectionTableProps) => {
  const trial = useTestSaved();
  const mayWrite = useMay()('connections:write');
  const test = async ({ connectionId, name }: Connection) => {
    const { lastTest } = await trial.mutateAsync({ params: { id: connectionId } });
    if (lastTest?.ok) toastSuccess(`“${name}” works. ${lastTest.message}`);
    else toastError(`“${name}” does not work. ${lastTest?.message ?? ''}`);
  };
  const actions = (connection: Connection): MenuAction[] =>
    connection.abilities['canUpdate']
      ? [
          { label: 'Edit', icon: <IconPencil size={16} />, onRun: () => onEdit(connection) },
          {
            label: 'Test',
            icon: <IconPlugConnected size={16} />,
            onRun: () => void test(connection).catch(() => undefined),
          },
          { label: 'Delete', icon: <IconTrash size={16} />, danger: true, onRun: () => onDelete(connection) },
        ]
      : [];
  return (
    <DataTable
      {...table}
      label="Connections"
      columns={columns}
      rowId={(connection) => connection.connectionId}
      rowLabel={(connection) => connection.name}
      rowActions={actions}
      {...(mayWrite ? { onOpen: onEdit } : {})}
    />
  );
};
