import type { Anonymous } from '../../../kernel/http/exchange.ts';
import { hashToken } from '../../../kernel/secrets.ts';
import { sessionRepository } from '../session-repository.ts';

/** Ends the session of `token`; one that is gone already is no failure. */
export const signOut = async (ctx: Anonymous, token: string | undefined): Promise<void> => {
  if (token === undefined || ctx.principal?.kind !== 'user' || !ctx.own) return;
  const { userId } = ctx.principal;
  await ctx.own.tx(async (tx) => {
    if (await sessionRepository.delete(tx.db, hashToken(token)))
      await tx.audit('identity.signed_out', userId);
  });
};
