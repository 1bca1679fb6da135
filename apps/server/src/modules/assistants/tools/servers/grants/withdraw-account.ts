import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { InputOf } from '../../../../../kernel/context/define-job.ts';
import { grantRepository, withdrawalRepository } from './repository.ts';
import { openGrant } from './seal-grant.ts';
import type { GrantRow, WithdrawalRow } from './tables.ts';
import { enqueueWithdrawal, type withdrawJob } from './withdraw-job.ts';
import { withdrawTokens } from './withdraw-tokens.ts';

const requestMs = 30_000;
const pauseMs = 10 * 60_000;
/** The time after which a service that cannot be reached is asked no more, and the tokens are forgotten. */
const patienceMs = 24 * 60 * 60_000;

interface Withdrawn extends Pick<GrantRow, 'id' | 'secrets' | 'site'> {
  orderedAt: Date;
}

/** Returns true when there is nothing left to do. */
const withdraw = async (ctx: Ctx, row: Withdrawn): Promise<boolean> => {
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

/**
 * True when the same client has been given access again in the place of the account. Many services withdraw everything that a client was given
 * by a person, so that to withdraw the old tokens would end the new ones.
 */
const isSpared = async (ctx: Ctx, row: WithdrawalRow): Promise<boolean> => {
  const { mcpId, personId } = row;
  if (mcpId === null) return false;
  const present = await ctx.tx((tx) => grantRepository.find(tx.db, { mcpId, personId }));
  if (!present) return false;
  const [before, now] = [openGrant(ctx, row).authority, openGrant(ctx, present).authority];
  return before.url === now.url && before.client.client_id === now.client.client_id;
};

/** Withdraws the tokens of an account that was forgotten. To withdraw them twice does no harm. */
export const withdrawAccount = async (ctx: Ctx, { grantId }: InputOf<typeof withdrawJob>): Promise<void> => {
  const row = await ctx.tx((tx) => withdrawalRepository.find(tx.db, grantId));
  if (!row) return;
  const isOver = (await isSpared(ctx, row)) || (await withdraw(ctx, row));
  await ctx.tx(async (tx) => {
    if (isOver) await withdrawalRepository.remove(tx.db, grantId);
    else await enqueueWithdrawal(tx, grantId, pauseMs);
  });
};

/** Withdraws the tokens of all accounts of a company that is being deleted. A service that cannot be reached does not hold the deletion up. */
export const withdrawWithTenant = async (ctx: Ctx): Promise<void> => {
  const rows = await ctx.tx((tx) => grantRepository.listAll(tx.db));
  for (const row of rows) await withdraw(ctx, { ...row, orderedAt: ctx.now() });
};
