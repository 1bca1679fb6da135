import type { AnyCtx } from '../../../kernel/context/context.ts';
import type { RunRow } from '../../../kernel/runs/index.ts';
import { canChangeKnowledgeBase, type IndexVersionRow } from '../bases/declarations.ts';

/** The number of days for which a replaced version is kept and can be made active again. */
export const keptDays = 7;

type Run = Pick<RunRow, 'status'> | undefined;

const under: ReadonlySet<string> = new Set<RunRow['status']>(['QUEUED', 'RUNNING', 'WAITING']);

export const isUnderWork = (run: Run): boolean => run !== undefined && under.has(run.status);

/** Returns whether the version has been complete once. Later changes are taken over before it becomes active. */
export const isBuilt = ({ status }: Pick<IndexVersionRow, 'status'>, run: Run): boolean =>
  status === 'RETIRED' || (status === 'BUILDING' && run?.status === 'COMPLETED');

export const computeAbilities = (ctx: AnyCtx, version: Pick<IndexVersionRow, 'status'>, run: Run) => {
  const may = canChangeKnowledgeBase(ctx) && version.status !== 'ACTIVE';
  const isIdle = may && !isUnderWork(run);
  return {
    canCompare: may && isBuilt(version, run),
    canSwitch: isIdle && isBuilt(version, run),
    canCancel: may && isUnderWork(run),
    canResume: isIdle,
    canRemove: may,
  };
};
