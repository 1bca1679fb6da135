import type { ErrorCode } from '@atelier/contracts';
import { fail } from '../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../kernel/context/context.ts';
import { type EntityKind, findEntityNames } from '../../../kernel/entities/entity-kind.ts';
import { type RunStatus, runs } from '../../../kernel/runs/index.ts';
import { retryRun, runLists, type SubjectRun } from '../../../kernel/runs/view/index.ts';
import { type FileRow, runFiles } from '../../content/files/index.ts';

/** Runs that have addresses of their own, beside the screen that shows all runs. */
export interface RunGroup {
  /** The kind of things that have these runs: whoever sees the thing sees its runs. */
  entity: EntityKind;
  kinds: readonly string[];
  /** The parts of the input that are read with a run. */
  parts: readonly string[];
  errors: { run: ErrorCode; file: ErrorCode };
}

interface GroupFilter {
  kinds?: readonly string[];
  parts?: readonly string[];
  subjectId?: string | undefined;
  status?: RunStatus | undefined;
  /** Values of parts of the input. */
  having?: Readonly<Record<string, string | undefined>>;
  after?: Date | undefined;
  before?: Date | undefined;
}

/** Lists the runs of a group that the actor may see, newest first, with the names of what they belong to. */
export const listGroupRuns = <Line>(
  ctx: AnyCtx,
  group: RunGroup,
  query: { filter: GroupFilter; limit: number; cursor?: string | undefined },
  present: (run: SubjectRun, subjectName: string | null) => Line,
) =>
  ctx.tx(async (tx) => {
    const { entity, kinds, parts } = group;
    const filter = { kinds, parts, visible: entity.holdsVisible(tx, runs.scopeId), ...query.filter };
    const { limit, cursor } = query;
    const { rows, ...page } = await runLists.list(tx.db, filter, { limit, cursor });
    const ids = rows.flatMap(({ subjectId }) => subjectId ?? []);
    const names = await findEntityNames(tx, ids);
    return { ...page, items: rows.map((run) => present(run, names.get(run.subjectId ?? '') ?? null)) };
  });

/** Finds a run of a group, or of other kinds. Throws the error of the group also when the actor may not see the run. */
export const findGroupRun = async (
  tx: TxCtx,
  { entity, errors, ...group }: RunGroup,
  id: string,
  kinds: readonly string[] = group.kinds,
): Promise<SubjectRun> => {
  const visible = entity.holdsVisible(tx, runs.scopeId);
  return (await runLists.find(tx.db, { id, kinds, parts: group.parts, visible })) ?? fail(errors.run);
};

/** Finds the name of what a run belongs to; null when the actor may not see it. */
export const findSubjectName = async (tx: TxCtx, { subjectId }: SubjectRun): Promise<string | null> =>
  subjectId === null ? null : ((await findEntityNames(tx, [subjectId])).get(subjectId) ?? null);

/** Continues a run where it stopped, as a new run that holds the same files. Returns its id. Throws `run.not_retryable`. */
export const retryWithFiles = async (tx: TxCtx, runId: string): Promise<string> => {
  const newId = await retryRun(tx, runId);
  await runFiles.holdAll(tx, newId, runId);
  return newId;
};

/** Finds a file that a run holds. Throws the errors of the group. */
export const findGroupFile = (
  ctx: Ctx,
  group: RunGroup,
  { runId, fileId }: { runId: string; fileId: string },
): Promise<FileRow> =>
  ctx.tx(async (tx) => {
    await findGroupRun(tx, group, runId);
    return (await runFiles.find(tx, fileId, { runId })) ?? fail(group.errors.file);
  });
