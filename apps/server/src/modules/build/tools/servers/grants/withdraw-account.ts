import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { InputOf } from '../../../../../kernel/context/define-job.ts';
import { withdrawalRepository } from './repository.ts';
import { openGrant } from './seal-grant.ts';
import type { WithdrawalRow } from './tables.ts';
import { enqueueWithdrawal, type withdrawJob } from './withdraw-job.ts';
import { withdrawTokens } from './withdraw-tokens.ts';

const requestMs = 30_000;
const pauseMs = 10 * 60_000;
/** The time after which a service that cannot be reached is asked no more, and the tokens are forgotten. */
const patienceMs = 24 * 60 * 60_000;

/** Returns true when there is nothing left to do. */
const withdraw = async (ctx: Ctx, row: WithdrawalRow): Promise<boolean> => {
  try {
    const io = { fetch: ctx.services.outbound.fetch, signal: AbortSignal.timeout(requestMs) };
    await withdrawTokens(openGrant(ctx, row), io);
    return true;
  } catch (error) {
    const isLate = ctx.now().getTime() - row.orderedAt.getTime() > patienceMs;
    ctx.log.warn({ err: error, site: row.site, isLate }, 'the tokens of an MCP account were not withdrawn');
    return isLate;
  }
};

/** Withdraws the tokens of an account that was disconnected. To withdraw them twice does no harm. */
export const withdrawAccount = async (ctx: Ctx, { grantId }: InputOf<typeof withdrawJob>): Promise<void> => {
  const row = await ctx.tx((tx) => withdrawalRepository.find(tx.db, grantId));
  if (!row) return;
  const isOver = await withdraw(ctx, row);
  await ctx.tx(async (tx) => {
    if (isOver) await withdrawalRepository.remove(tx.db, grantId);
    else await enqueueWithdrawal(tx, grantId, pauseMs);
  });
};
