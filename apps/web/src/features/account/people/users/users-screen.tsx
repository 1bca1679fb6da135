import { MemberStatus } from '@atelier/contracts/account/people/people';
import { Role } from '@atelier/contracts/kernel/permissions';
import { Button, Select } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay, useUser } from '../../../../lib/account/session.ts';
import { SettingsPage } from '../../../../lib/settings-page.tsx';
import { useUrlState } from '../../../../ui/behaviour/use-url-state.ts';
import { Facts } from '../../../../ui/content/facts.tsx';
import { useUrlSort } from '../../../../ui/data-table/use-url-sort.ts';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { QueryView } from '../../../../ui/feedback/query-view.tsx';
import { useMembers, useTenant } from '../api.ts';
import { roleWords } from '../model/role-words.ts';
import classes from '../people.module.css';
import { AskForAccess } from './ask-for-access.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { LinkDialog } from './link-dialog.tsx';
import { MembersTable } from './members-table.tsx';

const sortable = ['name', 'email', 'role', 'joinedAt', 'lastActiveAt'] as const;

const roleFilter = [
  { value: '', label: 'All roles' },
  ...Role.options.map((role) => ({ value: role, label: roleWords[role].name })),
];
const statusFilter = [
  { value: '', label: 'All statuses' },
  { value: 'ACTIVE', label: 'Active' },
  { value: 'INVITED', label: 'Invited' },
  { value: 'EXPIRED', label: 'Expired' },
];

const RoleLegend = () => (
  <section className="above-4" aria-label="What each role may do">
    <Facts layout="beside" facts={Role.options.map((role) => [roleWords[role].name, roleWords[role].may])} />
  </section>
);

interface FilterProps {
  role: string;
  status: string;
  onRole: (role: string) => void;
  onStatus: (status: string) => void;
}

const Filters = ({ role, status, onRole, onStatus }: FilterProps) => (
  <>
    <Select
      className={classes.filter ?? ''}
      aria-label="Filter by role"
      data={roleFilter}
      value={role}
      onChange={(value) => onRole(value ?? '')}
    />
    <Select
      className={classes.filter ?? ''}
      aria-label="Filter by status"
      data={statusFilter}
      value={status}
      onChange={(value) => onStatus(value ?? '')}
    />
  </>
);

const List = () => {
  const [search, setSearch] = useUrlState('search');
  const [roleWord, setRole] = useUrlState('role');
  const [statusWord, setStatus] = useUrlState('status');
  const order = useUrlSort(sortable, { column: 'name', descending: false });
  const role = Role.safeParse(roleWord).data;
  const status = MemberStatus.safeParse(statusWord).data;
  const list = useMembers({ search, role, status, ...order.query });
  return (
    <QueryView query={list.query} skeleton="table" errorTitle="The users could not be loaded">
      {() => (
        <MembersTable
          rows={list.rows}
          more={list.more}
          sort={order.sort}
          search={{ value: search, onChange: setSearch, placeholder: 'Search by name or email' }}
          toolbar={<Filters role={role ?? ''} status={status ?? ''} onRole={setRole} onStatus={setStatus} />}
        />
      )}
    </QueryView>
  );
};

/** Says why there is nothing to manage here and whom to ask. */
const NotForYou = () => {
  const { role } = useUser();
  const tenant = useTenant();
  return (
    <QueryView query={tenant}>
      {({ companyName, firstName, email }) => (
        <EmptyState title="Users are managed by owners and admins" action={<AskForAccess />}>
          Your role in {companyName} is {roleWords[role].name}. To invite somebody or to get another role, ask{' '}
          {firstName} ({email}), who owns the company.
        </EmptyState>
      )}
    </QueryView>
  );
};

/** `/manage-user` and `/users` (ROUTE-31, ROUTE-32, TENANT-16). `?new=1` opens the dialog to invite somebody. */
export const UsersScreen = () => {
  const may = useMay();
  const [linked, setLinked] = useState<{ id: string; email: string }>();
  const [isInviting, setInviting] = useUrlState('new');
  if (!may('users:read'))
    return (
      <SettingsPage title="Users">
        <NotForYou />
      </SettingsPage>
    );
  return (
    <SettingsPage
      title="Users"
      description="The members of the company, and their roles."
      actions={
        may('users:write') ? (
          <Button leftSection={<IconUserPlus size={16} />} onClick={() => setInviting('1')}>
            Invite user
          </Button>
        ) : undefined
      }
    >
      <List />
      <RoleLegend />
      {linked ? <LinkDialog member={linked} onClose={() => setLinked(undefined)} /> : null}
      {isInviting === '1' ? <InviteDialog onClose={() => setInviting('')} onLink={setLinked} /> : null}
    </SettingsPage>
  );
};
