import { setTimeout as pause } from 'node:timers/promises';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { GrantRow } from '../../tables.ts';
import type { Grant } from './authority.ts';
import { renewTokens } from './exchange.ts';
import { explainRefusal, isRefusal } from './explain-refusal.ts';
import { type GrantOwner, grantRepository } from './repository.ts';
import { openGrant, sealGrant } from './seal-grant.ts';

export interface FreshGrant {
  row: GrantRow;
  grant: Grant;
}

/** A token that expires within this time is renewed before it is handed out. */
const marginMs = 60_000;
/** The longest time in which one process renews tokens. Afterwards another one may. */
const claimMs = 20_000;
/** The longest wait for another process. */
const patienceMs = 30_000;

const isOver = ({ row }: FreshGrant, now: Date): boolean =>
  row.expiresAt !== null && row.expiresAt.getTime() - now.getTime() <= marginMs;

const givenUp = 'The server takes the access no more: it was withdrawn, or has expired.';

/** Names the screen on which an account is connected: members find their own under Settings. */
const describeSettingsPage = ({ personId }: Pick<GrantOwner, 'personId'>): string =>
  personId === null ? 'Tools → MCP servers' : 'Settings → Accounts';

const connectAgain = (owner: Pick<GrantOwner, 'personId'>, cause?: unknown): AppError =>
  new AppError('mcps.connect_first', undefined, {
    cause,
    message: `${givenUp} Please choose Connect again under ${describeSettingsPage(owner)}.`,
  });

const connectFirst = (owner: GrantOwner): AppError =>
  new AppError('mcps.connect_first', undefined, {
    message: `No account is connected to this MCP server. Please connect one under ${describeSettingsPage(owner)}.`,
  });

const read = (ctx: Ctx, owner: GrantOwner): Promise<FreshGrant> =>
  ctx.tx(async (tx) => {
    const row = await grantRepository.find(tx.db, owner);
    if (!row) throw connectFirst(owner);
    return { row, grant: openGrant(tx, row) };
  });

/** Stores that somebody has to connect again. */
export const breakGrant = async (ctx: Ctx, row: GrantRow, cause?: unknown): Promise<never> => {
  await ctx.tx((tx) => grantRepository.change(tx.db, row, { problem: givenUp }));
  throw connectAgain(row, cause);
};

/** Renews the tokens, which this process has claimed. */
const renew = async (ctx: Ctx, { row, grant }: FreshGrant, signal: AbortSignal): Promise<void> => {
  const { refreshToken } = grant;
  if (refreshToken === undefined) return breakGrant(ctx, row);
  const io = { fetch: ctx.services.outbound.fetch, signal };
  try {
    const { seconds, scope, ...renewed } = await renewTokens(grant, { refreshToken, scope: row.scope }, io);
    await ctx.tx((tx) =>
      grantRepository.change(tx.db, row, {
        secrets: sealGrant(tx, row.id, renewed.grant),
        expiresAt: seconds === undefined ? null : new Date(tx.now().getTime() + seconds * 1000),
        problem: null,
        scope,
      }),
    );
  } catch (cause) {
    if (isRefusal(cause)) return breakGrant(ctx, row, cause);
    await ctx.tx((tx) => grantRepository.change(tx.db, row, {}));
    throw explainRefusal(cause) ?? cause;
  }
};

const claim = (ctx: Ctx, row: GrantRow): Promise<boolean> =>
  ctx.tx((tx) => grantRepository.claimRenewal(tx.db, row, tx.now(), new Date(tx.now().getTime() + claimMs)));

/**
 * Returns an account with tokens that can be used, and renews them where necessary: one process at a time, because servers take a refresh token
 * once. `refused` is the revision of tokens that the server has just refused. Throws `mcps.connect_first` and `mcps.unreachable`.
 */
export const freshGrant = async (
  ctx: Ctx,
  owner: GrantOwner,
  { refused, signal }: { refused?: number; signal: AbortSignal },
): Promise<FreshGrant> => {
  const since = performance.now();
  for (;;) {
    const found = await read(ctx, owner);
    if (found.row.problem !== null) throw connectAgain(owner);
    const needsRenewal = found.row.revision === refused || isOver(found, ctx.now());
    if (!needsRenewal) return found;
    if (await claim(ctx, found.row)) await renew(ctx, found, signal);
    else if (performance.now() - since > patienceMs) fail('mcps.unreachable');
    else await pause(100 + Math.random() * 200, undefined, { signal });
  }
};
