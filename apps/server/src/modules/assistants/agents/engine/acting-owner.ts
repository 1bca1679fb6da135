import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { tenantMembers } from '../../../account/tenancy/index.ts';
import { agentRepository } from '../repository.ts';

/**
 * Returns the context in which an agent acts: with the access of the member who made it, whoever runs it. Throws `agents.run_failed` when
 * that member has left the company.
 */
export const asOwner = async (ctx: Ctx, agentId: string): Promise<Ctx> => {
  const owner = await tenantMembers.asMember(ctx, async (tx) => {
    const agent = await agentRepository.find(tx.db, agentId);
    return agent && { memberId: agent.createdBy, name: `Agent “${agent.name}”` };
  });
  if (!owner)
    throw new AppError('agents.run_failed', undefined, {
      message:
        'The agent acts with the access of the member who made it, who has left the company. Please create the agent again.',
    });
  return owner;
};
