import type { InvitedWithAccess, UserWithAccess } from '@atelier/contracts/account/access';
import { Button } from '@mantine/core';
import { IconUserMinus, IconUserPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../lib/account/session.ts';
import { formatDate } from '../../../lib/format.ts';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { ListTable } from '../../../ui/data-table/list-table.tsx';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { AppUsersList } from '../app-users/index.ts';
import classes from './access.module.css';
import { useAccessList, useRemoveAccess } from './api.ts';
import { GiveAccessDialog } from './give-access-dialog.tsx';
import { AccessRequests } from './shared/access-requests.tsx';

const roleNames: Record<UserWithAccess['role'], string> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  BUILDER: 'Builder',
  OPERATOR: 'Operator',
  USER: 'User',
};

interface AccessPanelProps {
  entityId: string;
  /** The kind of the object and its name: "the app Help desk". */
  what: string;
  /** Says who has access without being listed. */
  description: string;
  /** True for an app, to which people from outside the company can be invited. */
  invitesFromOutside?: boolean;
}

const Why = ({ user }: { user: UserWithAccess }) => {
  if (user.by === 'ROLE') return <span className="muted small">By their role</span>;
  const giver = user.grantedBy === null ? '' : ` by ${user.grantedBy}`;
  const day = user.grantedAt === null ? '' : `, ${formatDate(user.grantedAt)}`;
  return <span className="muted small">{`Given${giver}${day}`}</span>;
};

const columns: Column<UserWithAccess>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (user) => (
      <span className="stack min-0 break-anywhere">
        {user.name}
        <span className="muted small regular">{user.email}</span>
      </span>
    ),
  },
  { id: 'role', header: 'Role', width: '7rem', cell: (user) => roleNames[user.role] },
  { id: 'why', header: 'Why', width: '17rem', cell: (user) => <Why user={user} /> },
];

const Invited = ({ invited }: { invited: InvitedWithAccess[] }) => {
  const maySeeUsers = useMay()('users:read');
  if (invited.length === 0) return null;
  return (
    <>
      <ul className="stack-2 flat pad-4 no-bullets border-top" aria-label="Invited">
        {invited.map(({ email, role, expiresAt }) => (
          <li className="row-2 break-anywhere between" key={email}>
            <span className="stack min-0 break-anywhere">
              {email}
              <span className="muted small regular">
                {roleNames[role]}, until {formatDate(expiresAt)}
              </span>
            </span>
            <StatusBadge tone="info">Invited</StatusBadge>
          </li>
        ))}
      </ul>
      {maySeeUsers ? (
        <p className={`note ${classes.hint}`}>
          Invitations are sent again and taken back under <TextLink to="/manage-user">Users</TextLink>.
        </p>
      ) : null}
    </>
  );
};

interface RemoveDialogProps {
  entityId: string;
  what: string;
  user: UserWithAccess;
  onClose: () => void;
}

const RemoveDialog = ({ entityId, what, user, onClose }: RemoveDialogProps) => {
  const remove = useRemoveAccess(user.name);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Revoke access from ${user.name}?`}
      confirmLabel="Take back"
      onConfirm={() => remove.mutateAsync({ params: { entityId }, query: { userId: user.userId } })}
    >
      {user.name} does not see {what} any more, from now on. They stay in your company, and you can give
      access again at any time.
    </ConfirmDialog>
  );
};

/** Lists who has access to an app or knowledge base, and gives or revokes it (ACCESS-02, ACCESS-04, ACCESS-05). */
export const AccessPanel = ({
  entityId,
  what,
  description,
  invitesFromOutside = false,
}: AccessPanelProps) => {
  const [search, setSearch] = useState('');
  const [isGiving, setGiving] = useState(false);
  const [removing, setRemoving] = useState<UserWithAccess>();
  const list = useAccessList(entityId, { search });
  const listUserActions = (user: UserWithAccess) =>
    user.abilities['canRemove']
      ? [
          {
            label: 'Revoke access',
            icon: <IconUserMinus size={16} />,
            danger: true,
            onRun: () => setRemoving(user),
          },
        ]
      : [];
  return (
    <div className="stack-6">
      <AccessRequests entityId={entityId} />
      <Panel
        title="Access"
        description={description}
        flush
        actions={
          <Button leftSection={<IconUserPlus size={16} />} onClick={() => setGiving(true)}>
            Give access
          </Button>
        }
      >
        <div className="pad-4">
          <ListTable
            label="People with access"
            list={list}
            errorTitle="Who has access could not be loaded"
            columns={columns}
            rowId={(user) => user.userId}
            rowLabel={(user) => user.name}
            rowActions={listUserActions}
            search={{ value: search, onChange: setSearch, placeholder: 'Search people' }}
          />
        </div>
        <Invited invited={list.first?.invited ?? []} />
        {invitesFromOutside ? <AppUsersList appId={entityId} /> : null}
        <GiveAccessDialog
          invitesFromOutside={invitesFromOutside}
          entityId={entityId}
          what={what}
          opened={isGiving}
          onClose={() => setGiving(false)}
        />
        {removing ? (
          <RemoveDialog
            entityId={entityId}
            what={what}
            user={removing}
            onClose={() => setRemoving(undefined)}
          />
        ) : null}
      </Panel>
    </div>
  );
};
