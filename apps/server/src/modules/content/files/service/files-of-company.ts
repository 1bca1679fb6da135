import type { CompanyFiles } from '../../../account/people/index.ts';
import { fileRepository } from '../repository.ts';

/** What the deletion of a company counts and deletes here. */
export const filesOfCompany: CompanyFiles = {
  count: ({ db }) => fileRepository.countAll(db),
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
