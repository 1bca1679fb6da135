import { useMay, useUser } from '../../lib/account/session.ts';
import { isBuilt } from '../navigation.ts';

/** Whether the account has a password of ours to change; others sign in elsewhere (HEADER-17). */
const hasPassword = (userId: string): boolean => userId.startsWith('auth');

/** What this person may set (HEADER-14, HEADER-15, HEADER-16, HEADER-17). */
export const useGear = () => {
  const { userId, role } = useUser();
  const may = useMay();
  return {
    canManageUsers: may('users:write') && isBuilt('/manage-user'),
    canSeeBilling: may('billing:read') && isBuilt('/pricing/overview'),
    canChangePassword: role === 'OWNER' && hasPassword(userId),
  };
};
