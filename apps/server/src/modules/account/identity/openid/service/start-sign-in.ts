import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Anonymous } from '../../../../../kernel/module/exchange.ts';
import { openidAttemptRepository } from '../../repository/openid-repository.ts';
import { getSessionUserId } from '../../service/checks/get-session-user-id.ts';
import { openidClients } from '../clients.ts';
import { type Beginning, beginAttempt } from './begin-attempt.ts';

/** Starts a sign-in and returns the URL to which the browser goes. */
export const startSignIn = async (ctx: Anonymous, beginning: Beginning): Promise<string> => {
  const { attempt, redirectTo } = await beginAttempt(ctx.use(openidClients), beginning);
  await ctx.globally((db) => openidAttemptRepository.insert(db, attempt));
  return redirectTo;
};

/** Starts linking a provider to the caller's account and returns the URL to which the browser goes. */
export const startLink = async (ctx: Ctx, beginning: Omit<Beginning, 'userId'>): Promise<string> => {
  const userId = getSessionUserId(ctx);
  const { attempt, redirectTo } = await beginAttempt(ctx.use(openidClients), { ...beginning, userId });
  await ctx.tx((tx) => openidAttemptRepository.insert(tx.db, attempt));
  return redirectTo;
};
