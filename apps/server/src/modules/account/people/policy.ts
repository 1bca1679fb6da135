import type { Member } from '@atelier/contracts/account/people/people';
import type { Permission } from '@atelier/contracts/kernel/permissions';
import type { MemberRow } from './repository/members.ts';

/** The permissions and the user id of the member who sends the request. */
export interface Asker {
  may: (permission: Permission) => boolean;
  userId: string | null;
  /** True when the links of invitations are shown, because no mail server delivers them. */
  seesLinks: boolean;
}

type Shown = Pick<MemberRow, 'id' | 'status' | 'role'>;

/** True when the asker may change and remove the member: those who manage members may do so with everybody but the owner and themselves. */
export const canManage = (asker: Asker, member: Shown): boolean =>
  asker.may('users:write') &&
  member.status === 'ACTIVE' &&
  member.role !== 'OWNER' &&
  member.id !== asker.userId;

export const computeAbilities = (asker: Asker, member: Shown): Member['abilities'] => {
  const managed = canManage(asker, member);
  const invited = asker.may('users:write') && member.status !== 'ACTIVE';
  return {
    changeRole: managed,
    remove: managed,
    resend: invited,
    revoke: invited,
    copyLink: invited && asker.seesLinks && member.status === 'INVITED',
  };
};
