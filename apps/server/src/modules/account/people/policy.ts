import type { Person } from '@atelier/contracts/account/people/people';
import type { Permission } from '@atelier/contracts/kernel/permissions';
import type { PersonRow } from './repository/people.ts';

/** Who asks: their permissions, and which member they are. */
export interface Asker {
  may: (permission: Permission) => boolean;
  userId: string | null;
  /** Whether links of invitations are shown, because no mail server brings them. */
  seesLinks: boolean;
}

type Shown = Pick<PersonRow, 'id' | 'status' | 'role'>;

/** Everybody but the owner and oneself can be changed and removed by those who manage users. */
export const canManage = (asker: Asker, person: Shown): boolean =>
  asker.may('users:write') &&
  person.status === 'ACTIVE' &&
  person.role !== 'OWNER' &&
  person.id !== asker.userId;

export const abilitiesOf = (asker: Asker, person: Shown): Person['abilities'] => {
  const managed = canManage(asker, person);
  const invited = asker.may('users:write') && person.status !== 'ACTIVE';
  return {
    changeRole: managed,
    remove: managed,
    resend: invited,
    revoke: invited,
    copyLink: invited && asker.seesLinks && person.status === 'INVITED',
  };
};
