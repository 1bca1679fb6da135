import type { TxCtx } from '../../../../kernel/context/context.ts';
import { type FamilyStep, runFamilies } from '../../../../kernel/runs/view/index.ts';
import { childEntryFor, stepOfEntry } from '../engine/journal-names.ts';

/** A run that a step has started. */
export type StartedRun = Awaited<ReturnType<typeof runFamilies.listStarted>>[number];

type Entry = Pick<FamilyStep, 'runId' | 'name'>;

/** Finds the runs that steps have started, each with the cost of all that it started in turn. */
export const findStarted = async (
  tx: TxCtx,
  entries: readonly Entry[],
): Promise<{ of(entry: Entry): StartedRun | undefined }> => {
  const runIds = [...new Set(entries.map((each) => each.runId))];
  const names = [...new Set(entries.map(({ name }) => childEntryFor(stepOfEntry(name))))];
  const rows = await runFamilies.listStarted(tx.db, { runIds, names });
  const started = new Map(rows.map((row) => [`${row.parentId} ${row.name}`, row]));
  return { of: ({ runId, name }) => started.get(`${runId} ${childEntryFor(stepOfEntry(name))}`) };
};
