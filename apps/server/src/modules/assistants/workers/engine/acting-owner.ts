import type { Ctx } from '../../../../kernel/context/context.ts';
import { RunFailure } from '../../../../kernel/runs/index.ts';
import { tenantMembers } from '../../../account/tenancy/index.ts';
import { workerRepository } from '../repository.ts';

/** Returns the context in which a worker acts: with the access of the member who deployed it, whoever gives it work. Throws RunFailure. */
export const asOwner = async (ctx: Ctx, workerId: string): Promise<Ctx> => {
  const owner = await tenantMembers.asMember(ctx, async (tx) => {
    const worker = await workerRepository.find(tx.db, workerId);
    return worker && { memberId: worker.createdBy, name: `Worker “${worker.name}”` };
  });
  if (!owner)
    throw new RunFailure({
      code: 'workers.owner_gone',
      message:
        'The worker acts with the access of the member who deployed it, who has left the company. Please deploy it again.',
    });
  return owner;
};
