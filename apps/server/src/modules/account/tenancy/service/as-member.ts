import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { tenancyRepository } from '../repository.ts';

/** An actor with the access of a member, under a name of its own. */
interface Acting {
  memberId: string;
  name: string;
}

/**
 * Returns the context in which what `find` returns acts: with the access that its member has now, whoever uses it. Returns undefined when
 * there is no such thing, or when the member has left the company.
 */
export const asMember = async (
  ctx: Ctx,
  find: (tx: TxCtx) => Promise<Acting | undefined>,
): Promise<Ctx | undefined> => {
  const owner = await ctx.tx(async (tx) => {
    const acting = await find(tx);
    const member = acting && (await tenancyRepository.findMember(tx.db, tx.tenantId, acting.memberId));
    return member && { userId: member.userId, role: member.role, name: acting.name };
  });
  return owner && ctx.inTenant(ctx.tenantId, { kind: 'user', ...owner });
};
