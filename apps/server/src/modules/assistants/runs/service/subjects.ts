import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type ShownSubject } from '../../../../kernel/runs/index.ts';
import { knownRuns } from '../../../../kernel/runs/view/index.ts';

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
