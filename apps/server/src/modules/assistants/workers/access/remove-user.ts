import type { Ctx } from '../../../../kernel/context/context.ts';
import { removeAccess } from '../../../account/access/index.ts';
import { findWorker } from '../service/reads.ts';

/** Takes away the access of a user to a worker. Throws `workers.not_found`. */
export const removeUser = (ctx: Ctx, workerId: string, userId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    await findWorker(tx, workerId);
    await removeAccess(tx, { entityId: workerId, userId });
  });
