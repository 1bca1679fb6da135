import { defineExtensionPoint } from '../../../../kernel/services/extension-points.ts';
import type { AnyDb } from '../repository.ts';

/** What tenancy needs of sessions, which lie in a module to its right. */
export interface SessionKeeper {
  /** Who has a session in the company: one person, or everybody. */
  listPeople: (
    db: AnyDb,
    tenantId: string,
    userId?: string,
  ) => Promise<readonly { userId: string; name: string }[]>;
  /** Moves sessions to the company that each person falls back to; a session that has none ends. */
  moveAway: (db: AnyDb, tenantId: string, userId?: string) => Promise<void>;
}

export const sessionKeeper = defineExtensionPoint<SessionKeeper>('tenancy.session-keeper');
