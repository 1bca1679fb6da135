import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import type { TenantFiles } from '../../../account/people/declarations.ts';
import { fileRepository } from '../repository.ts';

/** Counts the files of the transaction's tenant. */
export const countFiles = ({ db }: TxCtx): Promise<{ count: number; bytes: number }> =>
  fileRepository.countAll(db);

/** The stored files of a tenant, which its deletion counts and deletes. */
export const filesOfTenant: TenantFiles = {
  count: countFiles,
  deleteObjects: async (ctx) => {
    let after = '';
    for (;;) {
      const keys = await ctx.tx(({ db, tenantId }) => fileRepository.listObjects(db, tenantId, after));
      for (const key of keys) await ctx.services.storage.delete(key);
      const last = keys.at(-1);
      if (last === undefined) return;
      after = last;
    }
  },
};

export const deleteObjectsJob = defineJob({
  name: 'files.delete-objects',
  input: z.object({ keys: z.array(z.string()) }),
});

/** Deletes files. Their bytes are deleted after the transaction has committed. */
export const removeFiles = async (tx: TxCtx, fileIds: readonly string[]): Promise<void> => {
  if (fileIds.length === 0) return;
  const keys = await fileRepository.remove(tx.db, fileIds);
  if (keys.length > 0) await tx.enqueue(deleteObjectsJob, { keys });
};

/** Runs the job that deletes objects, except those that a row refers to after all. */
export const deleteObjects = async (ctx: Ctx, { keys }: { keys: readonly string[] }): Promise<void> => {
  const referenced = await ctx.tx((tx) => fileRepository.listReferenced(tx.db, keys));
  for (const key of keys) if (!referenced.has(key)) await ctx.services.storage.delete(key);
};
