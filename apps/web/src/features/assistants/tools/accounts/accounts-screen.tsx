import type { McpAccount } from '@atelier/contracts/assistants/tools/mcp-shapes';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { SettingsPage } from '../../../../lib/settings-page.tsx';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../../ui/data-table/list-table.tsx';
import { TwoLines } from '../../../../ui/data-table/two-lines.tsx';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { StatusBadge, type StatusTone } from '../../../../ui/feedback/status-badge.tsx';
import { AppsIllustration, SearchIllustration } from '../../../../ui/theme/illustrations.tsx';
import { useAccounts } from '../servers/api.ts';
import { ConnectDialog } from '../servers/connect-dialog.tsx';

const toAccountBadge = ({ grant }: McpAccount): { tone: StatusTone; label: string } => {
  if (grant === null) return { tone: 'warning', label: 'Not connected' };
  return grant.state === 'BROKEN'
    ? { tone: 'danger', label: 'Connect again' }
    : { tone: 'success', label: 'Connected' };
};

const State = ({ account }: { account: McpAccount }) => {
  const { tone, label } = toAccountBadge(account);
  const problem = account.grant?.problem ?? null;
  return (
    <span className="stack-0 items-start">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {problem === null ? null : <span className="note break-anywhere regular">{problem}</span>}
    </span>
  );
};

const columnsWith = (onOpen: (account: McpAccount) => void): Column<McpAccount>[] => [
  {
    id: 'name',
    header: 'Service',
    sortValue: ({ name }) => name,
    cell: ({ name, site, description }) => (
      <TwoLines under={description === '' ? site : `${site} · ${description}`}>{name}</TwoLines>
    ),
  },
  { id: 'state', header: 'Your account', width: '16rem', cell: (account) => <State account={account} /> },
  {
    id: 'open',
    header: 'Action',
    width: '9rem',
    align: 'end',
    cell: (account) => (
      <Button
        size="compact-sm"
        variant={account.grant?.state === 'CONNECTED' ? 'default' : 'filled'}
        aria-label={`${account.grant ? 'Manage' : 'Connect'} ${account.name}`}
        onClick={() => onOpen(account)}
      >
        {account.grant ? 'Manage' : 'Connect'}
      </Button>
    ),
  },
];

const NoServices = () => (
  <EmptyState illustration={<AppsIllustration />} title="No agent needs an account of yours">
    Some agents work with services such as a calendar or a ticket system, each time with the account of the
    person who asks. When your company adds such a service, you connect your account here.
  </EmptyState>
);

/** `/settings/accounts`: the services at which agents use an account of the user, and nobody else's. */
export const AccountsScreen = () => {
  const [search, setSearch] = useUrlState('search');
  const { query, ...sort } = useUrlSort(['name'], { column: 'name', descending: false });
  const list = useAccounts({ search, order: query.order });
  const [opened, setOpened] = useState<McpAccount>();
  return (
    <SettingsPage
      title="Accounts"
      description="Services that agents use with your account when they work for you, and for nobody else."
    >
      <ListTable
        label="Services that use your account"
        list={list}
        errorTitle="The services could not be loaded"
        nothing={search === '' && list.more.total === 0 && <NoServices />}
        columns={columnsWith(setOpened)}
        sort={sort.sort}
        rowId={({ mcpId }) => mcpId}
        rowLabel={({ name }) => name}
        search={{ value: search, onChange: setSearch, placeholder: 'Search services' }}
        empty={
          <EmptyState compact illustration={<SearchIllustration />} title="No service fits">
            Try other words, or clear the search.
          </EmptyState>
        }
      />
      {opened ? (
        <ConnectDialog mcp={{ ...opened, sharing: 'PERSON' }} onClose={() => setOpened(undefined)} />
      ) : null}
    </SettingsPage>
  );
};
