import type { Connection } from '@atelier/contracts/content/connections/connections';
import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../lib/account/session.ts';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { useUrlSort } from '../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { Page } from '../../../ui/layout/page.tsx';
import { ModelsIllustration } from '../../../ui/theme/illustrations.tsx';
import { useConnectionList } from './api.ts';
import { ConnectionDialog } from './connection-dialog.tsx';
import { ConnectionTable } from './connection-table.tsx';
import { DeleteConnection } from './delete-connection.tsx';
import { serviceChoices, serviceIn } from './model/services.ts';

const sortable = ['name', 'createdAt', 'updatedAt'] as const;

const NewButton = ({ onNew }: { onNew: () => void }) => (
  <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
    New connection
  </Button>
);

const NoConnections = ({ onNew }: { onNew: (() => void) | undefined }) => (
  <EmptyState
    illustration={<ModelsIllustration />}
    title="No connections yet"
    action={onNew ? <NewButton onNew={onNew} /> : undefined}
  >
    {onNew
      ? 'A connection is set up once and used in many places: a vector store that holds your index, a database or a service whose content you import. Its secrets are encrypted and never shown again.'
      : 'Nobody has made one yet. Ask a builder of your company to set up what you need.'}
  </EmptyState>
);

/** `/connections`: external accounts and servers, set up once (ROUTE-33). `?new=1` opens the dialog to create one. */
export const ConnectionsScreen = () => {
  const mayWrite = useMay()('connections:write');
  const [search, setSearch] = useUrlState('search');
  const [service, setService] = useUrlState('service');
  const [isNew, setNew] = useUrlState('new');
  const [editing, setEditing] = useState<Connection>();
  const [deleting, setDeleting] = useState<Connection>();
  const order = useUrlSort(sortable, { column: 'name', descending: false });
  const list = useConnectionList({ search, service: serviceIn(service), ...order.query });
  const isEmpty = list.first?.total === 0 && search === '' && service === '';
  // While the list loads there is only one button to create something, because a second button would disappear afterwards and lose the
  // focus.
  const mayBeEmpty = list.query.isPending || isEmpty;
  return (
    <Page
      title="Connections"
      description="Outside accounts and servers that your company has set up."
      actions={mayWrite && !mayBeEmpty ? <NewButton onNew={() => setNew('1')} /> : undefined}
    >
      <QueryView
        query={list.query}
        skeleton="table"
        isEmpty={() => isEmpty}
        empty={<NoConnections onNew={mayWrite ? () => setNew('1') : undefined} />}
        errorTitle="The connections could not be loaded"
      >
        {() => (
          <ConnectionTable
            rows={list.rows}
            more={list.more}
            sort={order.sort}
            search={{ value: search, onChange: setSearch, placeholder: 'Search connections' }}
            toolbar={
              <NativeSelect
                aria-label="Service"
                data={[{ value: '', label: 'Every service' }, ...serviceChoices]}
                value={service}
                onChange={(event) => setService(event.currentTarget.value)}
              />
            }
            empty={
              <EmptyState compact title="No connection matches">
                Try other words, or another service.
              </EmptyState>
            }
            onEdit={setEditing}
            onDelete={setDeleting}
          />
        )}
      </QueryView>
      {mayWrite && isNew !== '' ? <ConnectionDialog onClose={() => setNew('')} /> : null}
      {editing ? <ConnectionDialog connection={editing} onClose={() => setEditing(undefined)} /> : null}
      {deleting ? <DeleteConnection connection={deleting} onClose={() => setDeleting(undefined)} /> : null}
    </Page>
  );
};
