import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { Permission } from '@atelier/contracts/kernel/permissions';
import { createContext, useContext } from 'react';

/** The cache key of the reply to `GET /api/auth/session`. */
export const sessionKey = ['session'] as const;

export interface Session {
  /** Null while nobody is signed in. */
  user: SessionUser | null;
  /** True after the user signed out deliberately: the next sign-in does not lead back to the last screen. */
  isLeaving: boolean;
  /**
   * Called after signing in or up, or moving to another tenant. Drops everything that was cached for the previous user or
   * tenant.
   */
  begin: (user: SessionUser) => void;
  /** Signs out in this browser and on the server, then goes to `/`. */
  end: () => Promise<void>;
  /** Reads the session from the server again. */
  refresh: () => Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionContext around it.');
  return session;
};

/** The signed-in user; throws outside the screens that require one. */
export const useUser = (): SessionUser => {
  const { user } = useSession();
  if (!user) throw new Error('useUser is for screens behind the guard.');
  return user;
};

/** Returns a function that tells whether the signed-in user has a permission: `const may = useMay(); may('apps:write')`. */
export const useMay = (): ((permission: Permission) => boolean) => {
  const { user } = useSession();
  return (permission) => user?.permissions.includes(permission) ?? false;
};
