import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { RunSubject, ShownSubject } from '../../../../kernel/runs/index.ts';
import { visibleAppNames } from '../../../build/apps/index.ts';

/** Shows runs under the app whose questions they ask. */
export const testsAsSubjects = async (
  tx: TxCtx,
  runs: readonly RunSubject[],
): Promise<Map<string, ShownSubject>> => {
  const names = await visibleAppNames(tx);
  return new Map(
    runs.flatMap(({ subjectId, scopeId }) => {
      const name = names.get(scopeId);
      return name === undefined
        ? []
        : [[subjectId, { name, address: `/apps/${scopeId}?tab=tests&run=${subjectId}` }] as const];
    }),
  );
};
