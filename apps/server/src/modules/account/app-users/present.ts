import type { AppAccessStatus, AppUser, AppUserAccess } from '@atelier/contracts/account/app-users/app-users';
import type { AppAccessRow, ListedAccess } from './repository/app-access.ts';
import type { AppUserRow } from './repository/app-users.ts';

export const toFullName = ({ firstName, lastName }: Pick<AppUserRow, 'firstName' | 'lastName'>): string =>
  [firstName, lastName].filter((part) => part !== '').join(' ');

export const toAccessStatus = (
  { status, invitedUntil, endsAt }: AppAccessRow,
  now: Date,
): AppAccessStatus => {
  if (status === 'INVITED') return invitedUntil !== null && invitedUntil > now ? 'INVITED' : 'EXPIRED';
  if (status === 'GRANTED') return endsAt === null || endsAt > now ? 'GRANTED' : 'ENDED';
  return status;
};

export const presentAppUser = (
  row: AppUserRow,
  { appId, access }: { appId: string; access: AppAccessRow | undefined },
): AppUser => ({
  isLoggedIn: true,
  userId: row.id,
  name: toFullName(row),
  firstName: row.firstName,
  lastName: row.lastName,
  email: row.email,
  emailVerified: row.emailVerified,
  profilePicture: null,
  tenantId: row.tenantId,
  invitationTokenId: access?.id ?? null,
  appId,
});

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

export const presentAccess = (
  { access, firstName, lastName, givenBy }: ListedAccess,
  { now, usesOutbox }: { now: Date; usesOutbox: boolean },
): AppUserAccess => {
  const status = toAccessStatus(access, now);
  return {
    accessId: access.id,
    email: access.email,
    name: firstName === null ? null : toFullName({ firstName, lastName: lastName ?? '' }),
    status,
    invitedUntil: access.status === 'INVITED' ? iso(access.invitedUntil) : null,
    endsAt: iso(access.endsAt),
    givenBy,
    createdAt: access.createdAt.toISOString(),
    canCopyLink: status === 'INVITED' && usesOutbox,
  };
};
