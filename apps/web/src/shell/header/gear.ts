import { useMay, useUser } from '../../lib/account/session.ts';
import { isBuilt } from '../navigation.ts';

/** Returns true when the account has a password on this server; other users sign in elsewhere (HEADER-17). */
const hasPassword = (userId: string): boolean => userId.startsWith('auth');

/** Returns the settings that this user may change (HEADER-14, HEADER-15, HEADER-16, HEADER-17). */
export const useGear = () => {
  const { userId, role } = useUser();
  const may = useMay();
  return {
    canManageUsers: may('users:write') && isBuilt('/manage-user'),
    canSeeBilling: may('billing:read') && isBuilt('/pricing/overview'),
    canChangePassword: role === 'OWNER' && hasPassword(userId),
  };
};
