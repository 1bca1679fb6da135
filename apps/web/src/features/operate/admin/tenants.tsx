import type { Tenant } from '@atelier/contracts/operate/admin';
import { IconLock, IconLockOpen } from '@tabler/icons-react';
import { useState } from 'react';
import { Ago } from '../../../lib/ago.tsx';
import { formatFileSize, formatShort } from '../../../lib/format.ts';
import { useUrlState } from '../../../ui/behaviour/use-url-state.ts';
import { ChoiceFilter } from '../../../ui/data-table/choice-filter.tsx';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { TwoLines } from '../../../ui/data-table/two-lines.tsx';
import { useUrlSort } from '../../../ui/data-table/use-url-sort.ts';
import { useAllTenants } from './api.ts';
import { DisableDialog, EnableDialog } from './tenant-dialogs.tsx';
import { TenantPanel } from './tenant-panel.tsx';
import { TenantStatusBadge } from './tenant-status-badge.tsx';

const sortable = ['name', 'createdAt', 'members'] as const;

const choices = [
  { value: '', label: 'All companies' },
  { value: 'ACTIVE', label: 'Active' },
  { value: 'DISABLED', label: 'Disabled' },
];
const parseStatus = (word: string) => (word === 'ACTIVE' || word === 'DISABLED' ? word : undefined);

const countFor = (tenant: Tenant, kind: string): number =>
  tenant.things.find((thing) => thing.kind === kind)?.count ?? 0;

const columns: Column<Tenant>[] = [
  {
    id: 'name',
    header: 'Company',
    sortValue: ({ name }) => name,
    cell: ({ name, owner }) => <TwoLines under={owner?.email}>{name}</TwoLines>,
  },
  { id: 'status', header: 'Status', width: '8rem', cell: (tenant) => <TenantStatusBadge tenant={tenant} /> },
  {
    id: 'members',
    header: 'Members',
    width: '6.5rem',
    align: 'end',
    sortValue: ({ members }) => members,
    cell: ({ members }) => members.toLocaleString('en'),
  },
  {
    id: 'holds',
    header: 'Apps / knowledge',
    width: '9rem',
    align: 'end',
    wideOnly: true,
    cell: (tenant) => `${countFor(tenant, 'APP')} / ${countFor(tenant, 'KNOWLEDGE_BASE')}`,
  },
  {
    id: 'files',
    header: 'Storage',
    width: '6.5rem',
    align: 'end',
    cell: ({ files }) => formatFileSize(files.bytes),
  },
  {
    id: 'plan',
    header: 'Plan',
    width: '9rem',
    wideOnly: true,
    cell: ({ billing }) =>
      billing ? (
        <TwoLines under={`${formatShort(billing.creditsLeft)} credits left`}>{billing.planName}</TwoLines>
      ) : (
        'None yet'
      ),
  },
  {
    id: 'lastActiveAt',
    header: 'Last active',
    width: '8.5rem',
    cell: ({ lastActiveAt }) => (lastActiveAt === null ? 'Never' : <Ago at={lastActiveAt} />),
  },
];

type View = { tenant: Tenant; what: 'details' | 'disable' | 'enable' };

const Opened = ({ view, onClose }: { view: View; onClose: () => void }) => {
  const parts = { tenant: view.tenant, onClose };
  if (view.what === 'disable') return <DisableDialog {...parts} />;
  if (view.what === 'enable') return <EnableDialog {...parts} />;
  return <TenantPanel {...parts} />;
};

const actionsFor = (open: (view: View) => void) => (tenant: Tenant) => [
  ...(tenant.abilities['canDisable']
    ? [
        {
          label: 'Disable',
          icon: <IconLock size={16} />,
          danger: true,
          onRun: () => open({ tenant, what: 'disable' }),
        },
      ]
    : []),
  ...(tenant.abilities['canEnable']
    ? [{ label: 'Enable', icon: <IconLockOpen size={16} />, onRun: () => open({ tenant, what: 'enable' }) }]
    : []),
];

/** Lists every tenant with its status and usage. */
export const Tenants = () => {
  const [search, setSearch] = useUrlState('company');
  const [word, setStatus] = useUrlState('status');
  const [view, setView] = useState<View>();
  const order = useUrlSort(sortable, { column: 'createdAt', descending: true });
  const status = parseStatus(word);
  const list = useAllTenants({ search, status, ...order.query });
  return (
    <>
      <ListTable
        label="Companies"
        list={list}
        errorTitle="The companies could not be loaded"
        columns={columns}
        rowId={(tenant) => tenant.tenantId}
        rowLabel={(tenant) => tenant.name}
        onOpen={(tenant) => setView({ tenant, what: 'details' })}
        rowActions={actionsFor(setView)}
        sort={order.sort}
        search={{ value: search, onChange: setSearch, placeholder: 'Search company or owner' }}
        toolbar={<ChoiceFilter label="Status" value={status ?? ''} onChange={setStatus} choices={choices} />}
      />
      {view ? <Opened view={view} onClose={() => setView(undefined)} /> : null}
    </>
  );
};
