import type { Person } from '@atelier/contracts/account/people/people';
import { Ago } from '../../../../lib/ago.tsx';
import { formatDate } from '../../../../lib/format.ts';
import type { Column } from '../../../../ui/data-table/data-table-types.ts';
import { StatusBadge, type StatusTone } from '../../../../ui/feedback/status-badge.tsx';
import { roleWords } from '../model/role-words.ts';
import classes from '../people.module.css';

const statuses: Record<Person['status'], { tone: StatusTone; label: string }> = {
  ACTIVE: { tone: 'success', label: 'Active' },
  INVITED: { tone: 'info', label: 'Invited' },
  EXPIRED: { tone: 'warning', label: 'Expired' },
};

const Picture = ({ person }: { person: Person }) => (
  <span
    className={classes.picture}
    data-initial={(person.name ?? person.email).charAt(0).toUpperCase()}
    aria-hidden="true"
  >
    {person.profilePicture === null ? null : (
      <img src={person.profilePicture} alt="" referrerPolicy="no-referrer" />
    )}
  </span>
);

const NameCell = ({ person }: { person: Person }) => (
  <span className={classes.person}>
    <Picture person={person} />
    <span className={classes.name}>
      {person.name ?? <span className={classes.quiet}>Not here yet</span>}
      {person.isSelf ? <span className={classes.quiet}> (you)</span> : null}
    </span>
  </span>
);

const Joined = ({ person }: { person: Person }) => {
  if (person.joinedAt !== null) return <time dateTime={person.joinedAt}>{formatDate(person.joinedAt)}</time>;
  const verb = person.status === 'EXPIRED' ? 'Ran out' : 'Until';
  return (
    <span className={classes.quiet}>
      {person.expiresAt === null ? '' : `${verb} ${formatDate(person.expiresAt)}`}
      {person.invitedBy === null ? '' : `, by ${person.invitedBy}`}
    </span>
  );
};

const LastActive = ({ person: { lastActiveAt } }: { person: Person }) =>
  lastActiveAt === null ? <span className={classes.quiet}>Never</span> : <Ago at={lastActiveAt} />;

/** The columns of the user list (TENANT-17). */
export const personColumns: Column<Person>[] = [
  {
    id: 'name',
    header: 'Name',
    sortValue: (person) => person.name ?? '',
    cell: (person) => <NameCell person={person} />,
  },
  {
    id: 'email',
    header: 'Email',
    sortValue: (person) => person.email,
    cell: (person) => <span className={classes.email}>{person.email}</span>,
  },
  {
    id: 'role',
    header: 'Role',
    width: '6.5rem',
    sortValue: (person) => person.role,
    cell: (person) => <span title={roleWords[person.role].may}>{roleWords[person.role].name}</span>,
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
    sortValue: (person) => person.joinedAt ?? '',
    cell: (person) => <Joined person={person} />,
  },
  {
    id: 'lastActiveAt',
    header: 'Last active',
    width: '8.5rem',
    sortValue: (person) => person.lastActiveAt ?? '',
    cell: (person) => <LastActive person={person} />,
  },
];
