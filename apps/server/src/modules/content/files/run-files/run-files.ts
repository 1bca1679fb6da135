import type { FileValue } from '@atelier/contracts/fields/file-value';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { Services } from '../../../../kernel/services/services.ts';
import { type Holder, runFileRepository } from '../repository.ts';
import { removeFiles } from '../service/remove-files.ts';
import { createFile, type StoredUpload } from '../service/store-upload.ts';
import type { FileRow } from '../tables.ts';

/** Writes a file as a value of a run. */
export const toFileValue = ({
  id,
  name,
  mime,
  size,
  sha256,
}: Omit<FileRow, 'storageKey' | 'createdAt' | 'tenantId'>): FileValue => ({
  id,
  name,
  type: mime,
  size,
  sha256,
});

/** Files of runs: each lives as long as a run holds it. */
export const runFiles = {
  /** Inserts the rows of stored bytes, for a run or for one that is about to begin. */
  async add(
    tx: TxCtx,
    { scopeId, runId }: { scopeId: string; runId?: string | undefined },
    upload: StoredUpload,
  ): Promise<FileValue> {
    const id = await createFile(tx, upload);
    await runFileRepository.insert(tx.db, id, scopeId);
    if (runId !== undefined) await runFileRepository.hold(tx.db, runId, { ids: [id], from: { scopeId } });
    return toFileValue({ id, ...upload });
  },

  /** Lets a run hold those of the files that another run holds, or that were stored for a scope and that no run has yet. */
  hold: (tx: TxCtx, runId: string, order: { ids: readonly string[]; from: Holder }): Promise<void> =>
    runFileRepository.hold(tx.db, runId, order),

  /** Lets a run hold all files of another. */
  holdAll: (tx: TxCtx, runId: string, ofRunId: string): Promise<void> =>
    runFileRepository.holdAll(tx.db, runId, ofRunId),

  /** Returns undefined for a file that its asker may not read, whatever its id. */
  find: (tx: TxCtx, fileId: string, holder: Holder): Promise<FileRow | undefined> =>
    runFileRepository.find(tx.db, fileId, holder),

  /** Lists the files of a run, which nobody else changes until the transaction ends. */
  async listForChange(tx: TxCtx, runId: string): Promise<FileRow[]> {
    await runFileRepository.lock(tx.db, runId);
    return runFileRepository.list(tx.db, runId);
  },

  list: (tx: TxCtx, runId: string): Promise<FileRow[]> => runFileRepository.list(tx.db, runId),

  /** Lets go of a file, which is deleted when no other run holds it. Returns whether the run held it. */
  async release(tx: TxCtx, runId: string, fileId: string): Promise<boolean> {
    const { wasHeld, isIdle } = await runFileRepository.release(tx.db, runId, fileId);
    if (wasHeld && isIdle) await removeFiles(tx, [fileId]);
    return wasHeld;
  },

  /** Deletes a file unless a run that has not ended holds it. A run that begins meanwhile waits, and finds no file. */
  async removeUnused(tx: TxCtx, fileId: string): Promise<'removed' | 'in-use' | 'unknown'> {
    const state = await runFileRepository.lockFile(tx.db, fileId);
    if (!state) return 'unknown';
    if (state.isInUse) return 'in-use';
    await removeFiles(tx, [fileId]);
    return 'removed';
  },

  /** Counts the files and their bytes. */
  measure: (tx: TxCtx): Promise<{ items: number; bytes: number }> => runFileRepository.measure(tx.db),
};

export const dropTask = 'files.drop-run-files';
/** The time for which a file waits for its run. */
const grace = '1 day';
const atOnce = 500;

/** Deletes files that no run holds: their runs were deleted, or never began. Returns their number. */
export const dropRunFiles = async ({ identityPool, log }: Services): Promise<number> => {
  let total = 0;
  for (;;) {
    const { rows } = await identityPool.query<{ dropped: number }>(
      'select atelier.drop_run_files($1, $2) as dropped',
      [grace, atOnce],
    );
    const dropped = rows[0]?.dropped ?? 0;
    total += dropped;
    if (dropped === atOnce) continue;
    if (total > 0) log.info({ dropped: total }, 'removed files that no run holds');
    return total;
  }
};
