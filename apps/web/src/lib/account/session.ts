import type { SessionUser } from '@atelier/contracts/account/identity/auth';
import type { Permission } from '@atelier/contracts/kernel/permissions';
import { createContext, useContext } from 'react';

/** Where the answer to `GET /api/auth/session` is cached. */
export const sessionKey = ['session'] as const;

export interface Session {
  /** Null while nobody is signed in. */
  user: SessionUser | null;
  /** True after the person signed out themselves: they are not led back to where they were. */
  isLeaving: boolean;
  /** After signing in or up, or moving to another company: drops what was cached for whoever was here before. */
  begin: (user: SessionUser) => void;
  /** Signs out here and at the server, and goes to `/`. */
  end: () => Promise<void>;
  /** Asks the server again who is signed in. */
  refresh: () => Promise<void>;
}

export const SessionContext = createContext<Session | null>(null);

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionContext around it.');
  return session;
};

/** The signed-in user; only for screens behind the guard. */
export const useUser = (): SessionUser => {
  const { user } = useSession();
  if (!user) throw new Error('useUser is for screens behind the guard.');
  return user;
};

/** Whether the signed-in user has a permission: `const may = useMay(); may('apps:write')`. */
export const useMay = (): ((permission: Permission) => boolean) => {
  const { user } = useSession();
  return (permission) => user?.permissions.includes(permission) ?? false;
};
