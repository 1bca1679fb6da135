import type { Mcp, McpOffer } from '@atelier/contracts/build/tools/mcp-shapes';
import { type AppError, fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { choicesAfter } from '../choices.ts';
import { presentMcp } from '../present.ts';
import { mcpRepository } from '../repository.ts';
import { type McpRow } from '../tables.ts';
import { openTarget } from '../target.ts';
import { asAppError, offerMs, readOffer } from './read-offer.ts';

/** What was found at an attempt to read the tools of a server. */
export type Finding = { offer: McpOffer } | { error: AppError };

/** Reads the tools of a server. A failure is a finding. */
export const findOut = (ctx: Ctx, open: () => Promise<Parameters<typeof readOffer>[1]>): Promise<Finding> =>
  open()
    .then((target) => readOffer(ctx, target))
    .then(
      (offer) => ({ offer }),
      (error: unknown) => ({ error: asAppError(error) }),
    );

/** The columns that say what was found. Tools that were read earlier stay when a server cannot be reached. */
export const foundColumns = (
  finding: Finding,
  { tools, choices }: Pick<McpRow, 'tools' | 'choices'>,
  checkedAt: Date,
) => {
  if ('error' in finding) return { health: 'FAILING', problem: finding.error.message, checkedAt } as const;
  const { offer } = finding;
  const after = choicesAfter(choices, tools, offer.tools);
  return { ...offer, choices: after, health: 'READY', problem: null, checkedAt } as const;
};

const find = async (tx: TxCtx, id: string): Promise<McpRow> =>
  (await mcpRepository.find(tx.db, id)) ?? fail('mcps.not_found');

/** Reads the tools of a server again, and stores how that went. Throws `mcps.not_found`. */
export const checkServer = async (ctx: Ctx, id: string): Promise<Mcp> => {
  const row = await ctx.tx((tx) => find(tx, id));
  const caller = { personId: 'userId' in ctx.actor ? ctx.actor.userId : null };
  const finding = await findOut(ctx, () =>
    openTarget(ctx, row, { ...caller, signal: AbortSignal.timeout(offerMs) }),
  );
  return ctx.tx(async (tx) => {
    const present = (await mcpRepository.lock(tx.db, id)) ?? fail('mcps.not_found');
    // Of another address, the finding says nothing.
    const isStale = present.url !== row.url || present.secrets !== row.secrets;
    const found = foundColumns(finding, present, tx.now());
    const noted = isStale ? present : await mcpRepository.note(tx.db, id, found);
    await tx.audit('mcps.checked', id, { health: found.health });
    return presentMcp(tx, noted ?? fail('mcps.not_found'));
  });
};
