import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMay } from '../../../../lib/account/session.ts';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { AppsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useMcps } from './api.ts';
import { ServerDialog } from './server-dialog.tsx';
import { ServerTable } from './server-table.tsx';

const sortable = ['name', 'createdAt', 'updatedAt'] as const;

const NewServerButton = ({ onNew }: { onNew: () => void }) => (
  <Button leftSection={<IconPlus size={16} />} onClick={onNew}>
    New MCP server
  </Button>
);

const NoServers = ({ onNew }: { onNew: (() => void) | undefined }) => (
  <EmptyState
    illustration={<AppsIllustration />}
    title="Connect your first MCP server"
    action={onNew ? <NewServerButton onNew={onNew} /> : undefined}
  >
    Many services offer their tools over the Model Context Protocol. Paste the address of one, and choose the
    tools that your agents may use.
  </EmptyState>
);

const NothingFound = () => (
  <EmptyState compact illustration={<SearchIllustration />} title="No MCP server fits">
    Try other words, or clear the search.
  </EmptyState>
);

/** The part of `/tools` with the MCP servers. The search, the order and the open dialog are in the address. */
export const ServersTab = () => {
  const mayWrite = useMay()('tools:write');
  const [search, setSearch] = useUrlState('server');
  const [way, setWay] = useUrlState('new');
  const order = useUrlSort(sortable, { column: 'updatedAt', descending: true });
  const list = useMcps({ search, ...order.query });
  const isEmpty = list.first?.total === 0 && search === '';
  const onNew = mayWrite ? () => setWay('server') : undefined;
  return (
    <>
      <QueryView
        query={list.query}
        skeleton="table"
        isEmpty={() => isEmpty}
        empty={<NoServers onNew={onNew} />}
        errorTitle="The MCP servers could not be loaded"
      >
        {() => (
          <ServerTable
            rows={list.rows}
            more={list.more}
            sort={order.sort}
            search={{ value: search, onChange: setSearch, placeholder: 'Search MCP servers' }}
            toolbar={onNew ? <NewServerButton onNew={onNew} /> : undefined}
            empty={<NothingFound />}
          />
        )}
      </QueryView>
      {mayWrite && way === 'server' ? <ServerDialog onClose={() => setWay('')} /> : null}
    </>
  );
};
