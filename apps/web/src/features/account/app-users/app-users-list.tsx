import { access } from '@atelier/contracts/account/access';
import {
  type AppAccessStatus,
  type AppUserAccess,
  appUsers,
} from '@atelier/contracts/account/app-users/app-users';
import { IconLink, IconMail, IconUserCheck, IconUserMinus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { usePages, useWrite } from '../../../lib/query.ts';
import { DataTable } from '../../../ui/data-table/data-table.tsx';
import type { Column } from '../../../ui/data-table/data-table-types.ts';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { StatusBadge, type StatusTone } from '../../../ui/feedback/status-badge.tsx';
import { InvitationLinkDialog } from '../../../ui/invitation-link-dialog.tsx';
import type { MenuAction } from '../../../ui/layout/actions-menu.tsx';
import classes from './app-users.module.css';

/** The label and the tone of each status. */
const statuses: Record<AppAccessStatus, { label: string; tone: StatusTone }> = {
  REQUESTED: { label: 'Asks for access', tone: 'warning' },
  INVITED: { label: 'Invited', tone: 'info' },
  EXPIRED: { label: 'Invitation expired', tone: 'neutral' },
  GRANTED: { label: 'Has access', tone: 'success' },
  ENDED: { label: 'Access ended', tone: 'neutral' },
};

const by = (giver: string | null): string => (giver === null ? '' : ` by ${giver}`);

/** Says who gave an access and until when. */
const describeAccess = ({ status, givenBy, invitedUntil, endsAt, createdAt }: AppUserAccess): string => {
  if (status === 'REQUESTED') return `Since ${formatDate(createdAt)}`;
  const last = endsAt === null ? '' : `, access until ${formatDate(endsAt)}`;
  if (status === 'INVITED' && invitedUntil !== null)
    return `Invited${by(givenBy)}, until ${formatDate(invitedUntil)}${last}`;
  return `${status === 'EXPIRED' ? 'Invited' : 'Given'}${by(givenBy)}${last}`;
};

const { endpoints } = appUsers;

const useAppUsers = (appId: string, query: { search: string }) =>
  usePages(endpoints.list, { params: { id: appId }, query });
const useRevokeAppUser = (email: string) =>
  useWrite(access.endpoints.remove, {
    refreshes: [endpoints.list],
    success: `${email} has no access any more.`,
  });
const useInviteAppUser = (success: string) =>
  useWrite(access.endpoints.give, { refreshes: [endpoints.list], success });
const useAppInvitationLink = () => useWrite(endpoints.showLink);

/** Shows the link of an invitation to an app. Each showing makes the previous link invalid. */
const LinkDialog = ({ access, onClose }: { access: AppUserAccess; onClose: () => void }) => {
  const { mutate, data, error } = useAppInvitationLink();
  // Opening the dialog is how the user asks for a link, so it is made at once.
  useEffect(() => mutate({ params: { id: access.accessId }, body: {} }), [mutate, access.accessId]);
  return <InvitationLinkDialog email={access.email} link={data?.link} error={error} onClose={onClose} />;
};

const columns: Column<AppUserAccess>[] = [
  {
    id: 'person',
    header: 'Person',
    cell: ({ name, email }) => (
      <span className="stack min-0 break-anywhere">
        {name ?? email}
        {name === null ? null : <span className="note regular">{email}</span>}
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    width: '9rem',
    cell: ({ status }) => <StatusBadge tone={statuses[status].tone}>{statuses[status].label}</StatusBadge>,
  },
  {
    id: 'details',
    header: 'Details',
    width: '17rem',
    cell: (access) => <span className="note regular">{describeAccess(access)}</span>,
  },
];

const RevokeDialog = ({
  appId,
  access,
  onClose,
}: {
  appId: string;
  access: AppUserAccess;
  onClose: () => void;
}) => {
  const revoke = useRevokeAppUser(access.email);
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Revoke access from ${access.email}?`}
      confirmLabel="Take back"
      onConfirm={() =>
        revoke.mutateAsync({ params: { entityId: appId }, query: { userId: access.accessId } })
      }
    >
      An invitation stops working, and a conversation that is going on ends now. You can invite this person
      again at any time.
    </ConfirmDialog>
  );
};

/** Lists the people from outside the company who were invited to an app, or ask for access, with what can be done about each. */
export const AppUsersList = ({ appId }: { appId: string }) => {
  const [search, setSearch] = useState('');
  const [revoking, setRevoking] = useState<AppUserAccess>();
  const [linking, setLinking] = useState<AppUserAccess>();
  const list = useAppUsers(appId, { search });
  const invite = useInviteAppUser('A mail is on its way.');
  const again = ({ email }: AppUserAccess) =>
    void invite.mutateAsync({ body: { entityId: appId, email, as: 'APP_USER' } }).catch(() => undefined);
  const listAccessActions = (access: AppUserAccess): MenuAction[] => [
    ...(access.canCopyLink
      ? [{ label: 'Copy link', icon: <IconLink size={16} />, onRun: () => setLinking(access) }]
      : []),
    ...(access.status === 'INVITED' || access.status === 'EXPIRED'
      ? [{ label: 'Send again', icon: <IconMail size={16} />, onRun: () => again(access) }]
      : []),
    ...(access.status === 'REQUESTED' || access.status === 'ENDED'
      ? [{ label: 'Give access', icon: <IconUserCheck size={16} />, onRun: () => again(access) }]
      : []),
    {
      label: access.status === 'REQUESTED' ? 'Decline' : 'Revoke access',
      icon: <IconUserMinus size={16} />,
      danger: true,
      onRun: () => setRevoking(access),
    },
  ];
  return (
    <section
      className={`stack-3 pad-4 border-top ${classes.section}`}
      aria-label="People from outside your company"
    >
      <h3>People from outside your company</h3>
      <QueryView query={list.query} skeleton="table" errorTitle="The people from outside could not be loaded">
        {() =>
          list.rows.length === 0 && search === '' ? (
            <p className="note regular">
              Nobody yet. “Give access” can invite somebody to this app alone, without making them a member.
            </p>
          ) : (
            <DataTable
              label="People from outside your company"
              columns={columns}
              rows={list.rows}
              more={list.more}
              rowId={(access) => access.accessId}
              rowLabel={(access) => access.email}
              rowActions={listAccessActions}
              search={{ value: search, onChange: setSearch, placeholder: 'Search people' }}
            />
          )
        }
      </QueryView>
      {revoking ? (
        <RevokeDialog appId={appId} access={revoking} onClose={() => setRevoking(undefined)} />
      ) : null}
      {linking ? <LinkDialog access={linking} onClose={() => setLinking(undefined)} /> : null}
    </section>
  );
};
