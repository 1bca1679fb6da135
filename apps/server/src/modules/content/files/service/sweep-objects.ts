import { withoutTenant } from '../../../../kernel/db/transaction/with-tenant.ts';
import type { Services } from '../../../../kernel/services/services.ts';
import { fileRepository } from '../repository.ts';

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
