import type { Member } from '@atelier/contracts/account/people/people';
import { Ago } from '../../../../lib/ago.tsx';
import { formatDate } from '../../../../lib/format.ts';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { StatusBadge, type StatusTone } from '../../../../ui/feedback/status-badge.tsx';
import { roleWords } from '../model/role-words.ts';
import classes from '../people.module.css';

const statuses: Record<Member['status'], { tone: StatusTone; label: string }> = {
  ACTIVE: { tone: 'success', label: 'Active' },
  INVITED: { tone: 'info', label: 'Invited' },
  EXPIRED: { tone: 'warning', label: 'Expired' },
};

const Picture = ({ member }: { member: Member }) => (
  <span
    className={`tile accent-soft tiny bold overflow-hidden ${classes.picture}`}
    data-initial={(member.name ?? member.email).charAt(0).toUpperCase()}
    aria-hidden="true"
  >
    {member.profilePicture === null ? null : (
      <img src={member.profilePicture} alt="" referrerPolicy="no-referrer" />
    )}
  </span>
);

const NameCell = ({ member }: { member: Member }) => (
  <span className="line-3 min-0">
    <Picture member={member} />
    <span className="min-0 break-anywhere medium">
      {member.name ?? <span className="muted">Not here yet</span>}
      {member.isSelf ? <span className="muted"> (you)</span> : null}
    </span>
  </span>
);

const Joined = ({ member }: { member: Member }) => {
  if (member.joinedAt !== null) return <time dateTime={member.joinedAt}>{formatDate(member.joinedAt)}</time>;
  const verb = member.status === 'EXPIRED' ? 'Ran out' : 'Until';
  return (
    <span className="muted">
      {member.expiresAt === null ? '' : `${verb} ${formatDate(member.expiresAt)}`}
      {member.invitedBy === null ? '' : `, by ${member.invitedBy}`}
    </span>
  );
};

const LastActive = ({ member: { lastActiveAt } }: { member: Member }) =>
  lastActiveAt === null ? <span className="muted">Never</span> : <Ago at={lastActiveAt} />;

/** The columns of the user list (TENANT-17). */
export const memberColumns: Column<Member>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: (member) => member.name ?? '',
    cell: (member) => <NameCell member={member} />,
  },
  {
    id: 'email',
    header: 'Email',
    sortValue: (member) => member.email,
    cell: (member) => <span className="break-anywhere muted">{member.email}</span>,
  },
  {
    id: 'role',
    header: 'Role',
    width: '6.5rem',
    sortValue: (member) => member.role,
    cell: (member) => <span title={roleWords[member.role].may}>{roleWords[member.role].name}</span>,
  },
  {
    id: 'status',
    header: 'Status',
    width: '7rem',
    cell: ({ status }) => <StatusBadge tone={statuses[status].tone}>{statuses[status].label}</StatusBadge>,
  },
  {
    id: 'joinedAt',
    header: 'Joined',
    width: '11rem',
    sortValue: (member) => member.joinedAt ?? '',
    cell: (member) => <Joined member={member} />,
  },
  {
    id: 'lastActiveAt',
    header: 'Last active',
    width: '8.5rem',
    sortValue: (member) => member.lastActiveAt ?? '',
    cell: (member) => <LastActive member={member} />,
  },
];
