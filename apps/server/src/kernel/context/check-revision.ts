import type { ErrorCode } from '@atelier/contracts';
import type { Meanwhile } from '@atelier/contracts/kernel/revisions';
import { and, desc, eq, gt, like, sql } from 'drizzle-orm';
import { fail } from '../base/errors.ts';
import { findUserId } from './actor.ts';
import { auditEntries } from './audit-log.ts';
import type { TxCtx } from './context.ts';

/** A form that has been open for longer is not told who changed the thing. */
const knownFor = sql`now() - interval '7 days'`;

/** The last change of a thing that a module has recorded. */
const lastChange = async (tx: TxCtx, { id, module }: { id: string; module: string }) => {
  const { actor, createdAt, subjectId, action } = auditEntries;
  const [entry] = await tx.db
    .select({ actor, createdAt })
    .from(auditEntries)
    .where(and(eq(subjectId, id), like(action, `${module}.%`), gt(createdAt, knownFor)))
    .orderBy(desc(createdAt))
    .limit(1);
  return entry;
};

interface Edited<T> {
  /** The id in the audit entries. */
  id: string;
  /** The revision that was edited; undefined when the caller did not name one. */
  revision: number | undefined;
  /** Reads the thing as it is now. Whoever may save it may read all of it. */
  newest: () => Promise<T> | T;
}

/**
 * Refuses to save over what somebody else has saved since the caller read the thing. Call it before the thing is read: of two callers who
 * save at the same time, the second one waits here, and is refused.
 */
export const checkRevision = async <T extends { revision: number }>(
  tx: TxCtx,
  code: Extract<ErrorCode, `${string}changed_meanwhile`>,
  { id, revision, newest: read }: Edited<T>,
): Promise<void> => {
  if (revision === undefined) return;
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`edited:${id}`}, 0))`);
  const newest = await read();
  if (newest.revision === revision) return;
  const change = await lastChange(tx, { id, module: code.split('.')[0] ?? '' });
  const userId = findUserId(tx);
  fail(code, {
    revision: newest.revision,
    changedBy: change && 'name' in change.actor ? change.actor.name : null,
    changedAt: change?.createdAt.toISOString() ?? null,
    byCaller: change !== undefined && userId !== null && findUserId(change) === userId,
    newest,
  } satisfies Meanwhile);
};
