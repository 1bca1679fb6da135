import { AppError } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { tenantMembers } from '../../../account/tenancy/index.ts';
import { agentRepository } from '../repository.ts';

/**
 * Returns the context in which an agent acts: with the access of the member who made it, whoever runs it. Throws `agents.run_failed` when
 * that member has left the company.
 */
export const asOwner = async (ctx: Ctx, agentId: string): Promise<Ctx> => {
  const owner = await ctx.tx(async (tx) => {
    const agent = await agentRepository.find(tx.db, agentId);
    const member = agent && (await tenantMembers.find(tx, agent.createdBy));
    return member && { userId: member.userId, role: member.role, name: `Agent “${agent.name}”` };
  });
  if (!owner)
    throw new AppError('agents.run_failed', undefined, {
      message:
        'The agent acts with the access of the member who made it, who has left the company. Please create the agent again.',
    });
  return ctx.inTenant(ctx.tenantId, { kind: 'user', ...owner });
};
