import type { ToolUse } from '@atelier/contracts/assistants/tools/tool-shapes';
import type { TxCtx } from '../../../kernel/context/context.ts';
import { defineExtensionPoint } from '../../../kernel/services/extension-points.ts';

type FindUses = (tx: TxCtx, toolId: string) => Promise<readonly ToolUse[]>;

/** Functions that find what uses a tool or a server of tools, added by modules that depend on this one. */
export const toolUses = defineExtensionPoint<FindUses>('tools.uses');

export const findToolUses = async (tx: TxCtx, toolId: string): Promise<ToolUse[]> => {
  const uses: ToolUse[] = [];
  for (const find of tx.services.extensions.of(toolUses)) uses.push(...(await find(tx, toolId)));
  return uses;
};
