import { z } from 'zod';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { withoutTenant } from '../../../../kernel/db/transaction/with-tenant.ts';
import type { Services } from '../../../../kernel/services/services.ts';
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

export const sweepTask = 'files.sweep-objects';

/** An upload younger than this may still get its row. */
const graceMs = 60 * 60 * 1000;

/** Deletes objects without a row, which remain after a crash between storing and committing, or after a tenant was deleted. */
export const sweepObjects = async (services: Services, now = new Date()): Promise<void> => {
  const olderThan = new Date(now.getTime() - graceMs);
  const swept = await services.storage.sweep(olderThan, (keys) =>
    withoutTenant(services.identityPool, (db) => fileRepository.listReferenced(db, keys), 'long'),
  );
  if (swept.deleted > 0) services.log.info(swept, 'removed stored objects that nothing refers to');
};
