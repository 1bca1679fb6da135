import type { AgentTool } from '@atelier/agents';
import { fieldsSchema } from '@atelier/agents/schema';
import type { AgentSettings } from '@atelier/contracts/build/agents/agent-shapes';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { agentRepository } from '../repository.ts';
import { defaultTools, findAction } from './default-tools.ts';

/** What carries out the calls of a tool. */
export type ToolBinding =
  | { kind: 'PIECE'; piece: string; action: string }
  | { kind: 'KNOWLEDGE'; knowledgeBaseId: string }
  | { kind: 'APP'; appId: string }
  | { kind: 'AGENT'; agentId: string };

/** A tool of an agent with what carries it out. */
export interface BoundTool extends AgentTool {
  binding: ToolBinding;
}

const wordLength = 40;

/** Returns a name that models accept, and that no other tool of the agent has. */
const nameOf = (kind: string, title: string, taken: ReadonlySet<string>): string => {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .matchAll(/[a-z0-9]+/g);
  const plain = [kind, ...words].join('_').slice(0, wordLength);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? plain : `${plain}_${number}`;
    if (!taken.has(name)) return name;
  }
};

const textInput = (name: string, description: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', minLength: 1, maxLength: 20_000, description } },
  required: [name],
  additionalProperties: false,
});

const defaultTool = (id: string): BoundTool | undefined => {
  const tool = defaultTools.find((each) => each.id === id);
  const found = tool && findAction(tool.piece, tool.action);
  if (!tool || !found || found.action.kind === 'control') return undefined;
  const { name, title, description, approval, isForeign, piece, action } = tool;
  return {
    ...{ name, title, description, approval, isForeign },
    inputSchema: fieldsSchema(found.action.fields),
    effect: found.action.kind === 'pure' ? 'READS' : 'WRITES',
    binding: { kind: 'PIECE', piece, action },
  };
};

/** Finds the names of linked things that the actor may see, in the order of the ids. */
const findLinked = async (tx: TxCtx, kind: string, ids: readonly string[]) => {
  const entity = tx.services.entities.find((each) => each.kind === kind);
  const found = await Promise.all(entity ? ids.map((id) => entity.find(tx, id)) : []);
  return found.filter((each) => each !== undefined);
};

type Linked = Omit<BoundTool, 'name'> & { prefix: string };

const reading = { effect: 'READS', approval: 'NEVER' } as const;

const listLinked = async (tx: TxCtx, settings: AgentSettings): Promise<Linked[]> => {
  const bases = await findLinked(tx, 'KNOWLEDGE_BASE', settings.knowledgeBaseIds);
  const apps = await findLinked(tx, 'APP', settings.appIds);
  const agents = await agentRepository.listByIds(tx.db, settings.agentIds, undefined);
  return [
    ...bases.map(
      ({ id, name }): Linked => ({
        ...{ prefix: 'search', title: `Search ${name}`, ...reading, isForeign: true },
        description: `Searches the knowledge base “${name}” and returns the passages that fit best, with their documents.`,
        inputSchema: textInput('query', 'What to look for: a question or words.'),
        binding: { kind: 'KNOWLEDGE', knowledgeBaseId: id },
      }),
    ),
    ...apps.map(
      ({ id, name }): Linked => ({
        ...{ prefix: 'ask', title: `Ask ${name}`, ...reading, isForeign: true },
        description: `Asks the app “${name}” a question. It answers from its documents and names them.`,
        inputSchema: textInput('question', 'The question.'),
        binding: { kind: 'APP', appId: id },
      }),
    ),
    ...agents.map(
      ({ id, name, description }): Linked => ({
        ...{ prefix: 'hand_to', title: name, effect: 'WRITES', approval: 'NEVER', isForeign: true },
        description: `Hands work to the agent “${name}” and waits for the result. ${description}`.trim(),
        inputSchema: textInput('task', 'The whole task, with everything that the agent needs to know.'),
        binding: { kind: 'AGENT', agentId: id },
      }),
    ),
  ];
};

const approvalRules = { ALWAYS: 'ALWAYS', NEVER: 'NEVER' } as const;

const withApproval = (tool: BoundTool, { approval }: AgentSettings): BoundTool =>
  approval === 'AS_NEEDED' || tool.effect === 'READS' || tool.binding.kind === 'AGENT'
    ? tool
    : { ...tool, approval: approvalRules[approval] };

/** Returns the tools of an agent. Those that exist no more, or that its owner may no longer use, are left out. */
export const resolveTools = async (tx: TxCtx, settings: AgentSettings): Promise<BoundTool[]> => {
  const own = settings.tools.toolList.map(({ _id }) => defaultTool(_id)).filter((tool) => tool !== undefined);
  const taken = new Set(own.map(({ name }) => name));
  const linked = (await listLinked(tx, settings)).map(({ prefix, ...tool }): BoundTool => {
    const name = nameOf(prefix, tool.title.replace(/^(?:Search|Ask) /, ''), taken);
    taken.add(name);
    return { ...tool, name };
  });
  return [...own, ...linked].map((tool) => withApproval(tool, settings));
};
