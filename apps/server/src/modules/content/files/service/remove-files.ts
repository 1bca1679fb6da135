import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { fileRepository } from '../repository.ts';

export const deleteObjectsTask = 'files.delete-objects';

/** Deletes files. Their bytes are deleted after the transaction has committed. */
export const removeFiles = async (tx: TxCtx, fileIds: readonly string[]): Promise<void> => {
  if (fileIds.length === 0) return;
  const keys = await fileRepository.remove(tx.db, fileIds);
  if (keys.length > 0) await tx.enqueue(deleteObjectsTask, { keys });
};

/** Runs the job that deletes objects, except those that a row refers to after all. */
export const deleteObjects = async (ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> => {
  const keys = Array.isArray(payload['keys']) ? payload['keys'].map(String) : [];
  const referenced = await ctx.tx((tx) => fileRepository.listReferenced(tx.db, keys));
  for (const key of keys) if (!referenced.has(key)) await ctx.services.storage.delete(key);
};
