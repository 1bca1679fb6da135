import type { ReadOperation } from '@atelier/agents/tools';
import type { OpenApiChoice } from '@atelier/contracts/assistants/tools/openapi';
import {
  type ToolLine,
  ToolRequest,
  type ToolSettings,
} from '@atelier/contracts/assistants/tools/tool-shapes';
import type { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { checkSettings, newRow } from '../own/save-tool.ts';
import { presentLine } from '../present.ts';
import { toolRepository } from '../repository.ts';
import { readDocument } from './read-document.ts';

type Choice = z.output<typeof OpenApiChoice>;

/** Operations that only read, by what their method means. A person can change it. */
const isReading = (method: string): boolean => method === 'GET' || method === 'HEAD';

const freeName = (wanted: string, taken: Set<string>): string => {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${wanted.slice(0, 90)} (${number})`;
    if (taken.has(name.toLowerCase())) continue;
    taken.add(name.toLowerCase());
    return name;
  }
};

const toToolSettings = (
  { name, description, method, request, server: own }: ReadOperation,
  { server, connectionId }: Choice,
  taken: Set<string>,
): ToolSettings => {
  const { path, ...rest } = request ?? fail('tools.invalid');
  const reads = isReading(method);
  return {
    ...{ name: freeName(name, taken), description, kind: 'HTTP', defaultToolId: null, connectionId },
    request: ToolRequest.parse({ ...rest, url: (own ?? server).replace(/\/$/, '') + path }),
    effect: reads ? 'READS' : 'WRITES',
    approval: reads ? 'NEVER' : 'AFTER_FOREIGN_TEXT',
  };
};

const addAll = async (tx: TxCtx, chosen: readonly ReadOperation[], choice: Choice): Promise<ToolLine[]> => {
  const taken = await toolRepository.takenNames(tx.db);
  const all = chosen.map((operation) => toToolSettings(operation, choice, taken));
  for (const settings of all) await checkSettings(tx, settings);
  const rows = await toolRepository.insert(
    tx.db,
    all.map((settings) => newRow(tx, settings)),
  );
  for (const { id, name } of rows) await tx.audit('tools.created', id, { name });
  return rows.map((row) => presentLine(tx, row));
};

/** Makes tools of operations of a document, all or none. Throws what `readDocument` and `createTool` throw. */
export const addOperations = async (ctx: Ctx, choice: Choice): Promise<{ tools: ToolLine[] }> => {
  const { operations } = await readDocument(ctx, choice, choice.keys);
  const chosen = choice.keys.map(
    (key) =>
      operations.find((each) => each.key === key && each.request !== null) ??
      fail('tools.invalid', { issues: [{ path: 'keys', message: `“${key}” cannot become a tool.` }] }),
  );
  return { tools: await ctx.tx((tx) => addAll(tx, chosen, choice)) };
};
