import type { AgentTool } from '@atelier/agents';
import { keywordIn } from '@atelier/models/schemas';
import type { Ctx } from '../../../kernel/context/context.ts';
import type { ToolOrigin } from './calls/tool-binding.ts';
import { fingerprintSchema } from './refusals/shown-refusal.ts';
import { toolRepository } from './repository.ts';
import { mcpRepository } from './servers/repository.ts';
import type { StoredRefusal } from './tables.ts';

const longestReason = 1000;

/** A tool that was offered to a model, as far as it is known where it came from. */
type Offered = Pick<AgentTool, 'name' | 'inputSchema'> & { origin?: ToolOrigin | undefined };

/** The reason why a tool is refused; null when it is not. */
interface Found {
  origin: ToolOrigin;
  refusal: StoredRefusal | null;
}

const note = (ctx: Ctx, found: readonly Found[]) =>
  ctx.tx(async ({ db }) => {
    for (const { origin, refusal } of found)
      await ('toolId' in origin
        ? toolRepository.noteRefusal(db, origin.toolId, refusal)
        : mcpRepository.noteRefusal(db, origin, refusal));
  });

/** Stores which of the tools that were offered to a model its provider refused, and forgets what it takes now. */
export const noteRefusals = async (
  ctx: Ctx,
  {
    provider,
    offered,
    refused,
  }: { provider: string; offered: readonly Offered[]; refused: readonly { name: string; reason: string }[] },
): Promise<void> => {
  const reasons = new Map(refused.map(({ name, reason }) => [name, reason]));
  const found = offered.flatMap(({ name, inputSchema, origin }): Found[] => {
    if (!origin) return [];
    const reason = reasons.get(name)?.slice(0, longestReason);
    if (reason === undefined) return origin.refusedBy === provider ? [{ origin, refusal: null }] : [];
    const at = ctx.now().toISOString();
    const refusal = {
      provider,
      keyword: keywordIn(reason),
      reason,
      at,
      print: fingerprintSchema(inputSchema),
    };
    return [{ origin, refusal }];
  });
  if (found.length > 0) await note(ctx, found);
};
