import { defineExtensionPoint } from '../../../../kernel/services/extension-points.ts';
import type { AnyDb } from '../repository.ts';

/** The operations on sessions that tenancy needs. Sessions belong to a module further to the right in the module order. */
export interface SessionKeeper {
  /** Lists the users with a session in the tenant: one user, or all. */
  listUsers: (
    db: AnyDb,
    tenantId: string,
    userId?: string,
  ) => Promise<readonly { userId: string; name: string }[]>;
  /** Moves sessions to another tenant of each user. A session without one ends. */
  moveAway: (db: AnyDb, tenantId: string, userId?: string) => Promise<void>;
}

export const sessionKeeper = defineExtensionPoint<SessionKeeper>('tenancy.session-keeper');
