import { PieceError } from '@atelier/pieces';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { tenantMembers } from '../../../../account/tenancy/index.ts';
import { flowRepository } from '../../repository.ts';

/**
 * Returns the context in which a step sees what the owner of its flow sees. Whoever tests a step sees what they see themselves. Throws
 * PieceError when the owner has left the company.
 */
export const asOwner = async (ctx: Ctx, flowId: string): Promise<Ctx> => {
  if ('userId' in ctx.actor) return ctx;
  const owner = await tenantMembers.asMember(ctx, async (tx) => {
    const flow = await flowRepository.find(tx.db, flowId);
    return flow && { memberId: flow.createdBy, name: `Flow “${flow.name}”` };
  });
  if (!owner)
    throw new PieceError(
      'pieces.refused',
      'The step acts with the access of the owner of the flow, who has left the company. Please duplicate the flow, and publish the copy.',
    );
  return owner;
};
