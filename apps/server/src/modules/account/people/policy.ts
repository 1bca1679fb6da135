import type { Person } from '@atelier/contracts/account/people/people';
import type { Permission } from '@atelier/contracts/kernel/permissions';
import type { PersonRow } from './repository/people.ts';

/** The permissions and the user id of the member who asks. */
export interface Asker {
  may: (permission: Permission) => boolean;
  userId: string | null;
  /** True when the links of invitations are shown, because no mail server delivers them. */
  seesLinks: boolean;
}

type Shown = Pick<PersonRow, 'id' | 'status' | 'role'>;

/** True when the asker may change and remove the member: those who manage members may do so with everybody but the owner and themselves. */
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
