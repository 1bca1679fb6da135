import { argumentsSchema } from '@atelier/agents/tools';
import type { ToolSettings } from '@atelier/contracts/assistants/tools/tool-shapes';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import {
  buildInputSchema,
  type DefaultTool,
  defaultTools,
  findDefaultTool,
  findRequiredConnection,
} from '../default-tools.ts';
import { toolRepository } from '../repository.ts';
import type { OfferedTool, ToolBinding } from './tool-binding.ts';
import { toolName } from './tool-binding.ts';

const toBinding = ({ work, fixed = {} }: DefaultTool, connectionId: string | null): ToolBinding =>
  typeof work === 'string' ? { kind: work } : { kind: 'PIECE', ...work, fixed: { ...fixed }, connectionId };

const offerDefault = (tool: DefaultTool): OfferedTool => {
  const { name, title, description, effect, approval, isForeign } = tool;
  return {
    ...{ name, title, description, effect, approval, isForeign },
    inputSchema: buildInputSchema(tool),
    binding: toBinding(tool, null),
  };
};

type OwnTool = Pick<
  ToolSettings,
  'name' | 'description' | 'request' | 'defaultToolId' | 'connectionId' | 'effect' | 'approval'
>;

/** Returns a tool of the company's own as an agent gets it; undefined when this server does not have what it is made of. */
export const offerOwn = (tool: OwnTool, taken: ReadonlySet<string> = new Set()): OfferedTool | undefined => {
  const { name: title, description, request, connectionId, effect, approval } = tool;
  const shared = { name: toolName([title], taken), title, effect, approval };
  if (request) {
    const inputSchema = argumentsSchema(request.parameters);
    const binding: ToolBinding = { kind: 'HTTP', request, connectionId };
    return { ...shared, description, isForeign: true, inputSchema, binding };
  }
  const base = findDefaultTool(tool.defaultToolId ?? '');
  return (
    base && {
      ...shared,
      description: [base.description, description].filter((part) => part !== '').join(' '),
      isForeign: base.isForeign,
      inputSchema: buildInputSchema(base),
      binding: toBinding(base, connectionId),
    }
  );
};

/** A default tool that can be used as it is. */
const usableDefault = (id: string): DefaultTool | undefined => {
  const tool = findDefaultTool(id);
  return tool && !findRequiredConnection(tool) ? tool : undefined;
};

/** Returns the names of default tools that need no connection, and of tools of the company, by their ids. */
export const nameTools = async (tx: TxCtx, ids: readonly string[]): Promise<Map<string, string>> => {
  const names = new Map(ids.flatMap((id) => usableDefault(id) ?? []).map(({ id, title }) => [id, title]));
  const others = ids.filter((id) => !names.has(id));
  for (const { id, name } of await toolRepository.listByIds(tx.db, others)) names.set(id, name);
  return names;
};

/** Returns tools by their ids, in that order, each with a name of its own. Those that exist no more are left out. */
export const offerTools = async (tx: TxCtx, ids: readonly string[]): Promise<OfferedTool[]> => {
  const own = new Map((await toolRepository.listByIds(tx.db, ids)).map((row) => [row.id, row]));
  const taken = new Set(defaultTools.map(({ name }) => name));
  return [...new Set(ids)].flatMap((id): OfferedTool[] => {
    const usual = usableDefault(id);
    if (usual) return [offerDefault(usual)];
    const row = own.get(id);
    const offered = row && offerOwn(row, taken);
    if (!offered) return [];
    taken.add(offered.name);
    return [{ ...offered, origin: { toolId: row.id, refusedBy: row.refusal?.provider ?? null } }];
  });
};
