import { and, or, type SQL, sql } from 'drizzle-orm';
import type { AnyCtx, TxCtx } from '../../../../kernel/context/context.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { runs, type ShownSubject } from '../../../../kernel/runs/index.ts';
import { knownRuns } from '../../../../kernel/runs/view/index.ts';

/** The condition for the runs that the actor may see: those whose scope is an entity that they may see. */
export const visibleRuns = (ctx: AnyCtx): SQL | undefined => {
  const ofKinds = ctx.services.extensions.of(entityKinds).map(({ prefix, holdsVisible }) => ({
    isOfKind: sql`starts_with(${runs.scopeId}, ${prefix})`,
    isVisible: holdsVisible(ctx, runs.scopeId),
  }));
  if (ctx.may('entities:all') || !('role' in ctx.actor)) return undefined;
  return or(...ofKinds.map(({ isOfKind, isVisible }) => and(isOfKind, isVisible)), sql`false`);
};

interface AboutSomething {
  id: string;
  kind: string;
  subjectId: string | null;
  scopeId: string | null;
}

/** Finds the subjects of runs, by the id of the run, with one query for each kind. */
export const findRunSubjects = async (
  tx: TxCtx,
  rows: readonly AboutSomething[],
): Promise<Map<string, ShownSubject>> => {
  const known = knownRuns(tx.services);
  const found = new Map<string, ShownSubject>();
  for (const [kind, ofKind] of Map.groupBy(rows, (row) => row.kind)) {
    const asked = ofKind.map(({ subjectId, scopeId }) => ({
      subjectId: subjectId ?? '',
      scopeId: scopeId ?? '',
    }));
    const subjects = await known.newest(kind)?.screen?.subjects?.(tx, asked);
    for (const { id, subjectId } of ofKind) {
      const subject = subjects?.get(subjectId ?? '');
      if (subject) found.set(id, subject);
    }
  }
  return found;
};
