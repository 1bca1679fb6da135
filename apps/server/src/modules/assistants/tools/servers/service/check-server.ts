import {
  type Mcp,
  type McpChoice,
  type McpOffer,
  type McpTool,
  mostMcpChoices,
} from '@atelier/contracts/assistants/tools/mcp-shapes';
import { type AppError, fail } from '../../../../../kernel/base/errors.ts';
import { findUserId } from '../../../../../kernel/context/actor.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import type { InputOf } from '../../../../../kernel/context/define-job.ts';
import type { McpRow } from '../../tables.ts';
import { presentMcp } from '../present.ts';
import { mcpRepository } from '../repository.ts';
import { openTarget } from '../target.ts';
import { asAppError, offerMs, readOffer } from './read-offer.ts';
import type { refreshJob } from './refresh-job.ts';

/** A tool acts outside and is asked for after text by others, unless the server says that it only reads. */
const usualChoice = ({ name, isReadOnly }: McpTool): McpChoice =>
  isReadOnly
    ? { name, effect: 'READS', approval: 'NEVER' }
    : { name, effect: 'WRITES', approval: 'AFTER_FOREIGN_TEXT' };

/** All tools of a server that can be used. */
const usualChoices = (tools: readonly McpTool[]): McpChoice[] =>
  tools
    .filter(({ problem }) => problem === null)
    .slice(0, mostMcpChoices)
    .map(usualChoice);

/**
 * Returns the choices after the tools were read again. What a server says of its tools never makes a choice looser; a tool of which it no longer
 * says that it only reads acts outside from now on.
 */
const choicesAfter = (
  choices: readonly McpChoice[] | null,
  before: readonly McpTool[],
  now: readonly McpTool[],
): McpChoice[] => {
  if (choices === null) return usualChoices(now);
  const didRead = new Set(before.filter(({ isReadOnly }) => isReadOnly).map(({ name }) => name));
  const acts = new Set(now.filter(({ isReadOnly }) => !isReadOnly).map(({ name }) => name));
  return choices.map((choice) => {
    if (!didRead.has(choice.name) || !acts.has(choice.name)) return choice;
    const approval = choice.approval === 'NEVER' ? 'AFTER_FOREIGN_TEXT' : choice.approval;
    return { ...choice, effect: 'WRITES', approval };
  });
};

/** The result of an attempt to read the tools of a server. */
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

/** Looks at a server with the account of a person, or of the company. Throws `mcps.not_found`. */
const look = async (ctx: Ctx, id: string, personId: string | null) => {
  const row = await ctx.tx((tx) => find(tx, id));
  const signal = AbortSignal.timeout(offerMs);
  return { row, finding: await findOut(ctx, () => openTarget(ctx, row, { personId, signal })) };
};

/** Stores what was found, and returns the server as it is now. Throws `mcps.not_found`. */
const store = async (tx: TxCtx, { row, finding }: Awaited<ReturnType<typeof look>>): Promise<McpRow> => {
  const present = (await mcpRepository.lock(tx.db, row.id)) ?? fail('mcps.not_found');
  // Of another address, the finding says nothing.
  if (present.url !== row.url || present.secrets !== row.secrets) return present;
  const found = foundColumns(finding, present, tx.now());
  return (await mcpRepository.note(tx.db, row.id, found)) ?? fail('mcps.not_found');
};

/** Reads the tools of a server again, and stores how that went. Throws `mcps.not_found`. */
export const checkServer = async (ctx: Ctx, id: string): Promise<Mcp> => {
  const seen = await look(ctx, id, findUserId(ctx));
  return ctx.tx(async (tx) => {
    const noted = await store(tx, seen);
    await tx.audit('mcps.checked', id, { health: noted.health });
    return presentMcp(tx, noted);
  });
};

/** Reads the tools of a server again after it said that they are others now. A failure is told by the next call. */
export const refreshServer = async (
  ctx: Ctx,
  { mcpId, personId }: InputOf<typeof refreshJob>,
): Promise<void> => {
  const isThere = await ctx.tx(async (tx) => (await mcpRepository.find(tx.db, mcpId))?.active === true);
  if (!isThere) return;
  const seen = await look(ctx, mcpId, personId);
  if ('offer' in seen.finding) await ctx.tx((tx) => store(tx, seen));
};
