import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { TenantFiles } from '../../../account/people/index.ts';
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
