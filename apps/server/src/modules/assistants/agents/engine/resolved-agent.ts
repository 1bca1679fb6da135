import { exampleSchema, hasFields } from '@atelier/agents/schema';
import type { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { entityKinds } from '../../../../kernel/entities/entity-kind.ts';
import { findFlowInput } from '../../flows/index.ts';
import { toolName } from '../../tools/declarations.ts';
import { offerMcpTools, offerTools } from '../../tools/index.ts';
import { agentRepository } from '../repository.ts';
import type { Program } from './agent-run-type.ts';
import type { BoundTool } from './bound-tool.ts';

const textInput = (name: string, description: string) => ({
  type: 'object',
  properties: { [name]: { type: 'string', minLength: 1, maxLength: 20_000, description } },
  required: [name],
  additionalProperties: false,
});

/** Finds the names of linked things that the actor may see, in the order of the ids. */
const findLinked = async (tx: TxCtx, kind: string, ids: readonly string[]) => {
  const entity = tx.services.extensions.of(entityKinds).find((each) => each.kind === kind);
  const found = await Promise.all(entity ? ids.map((id) => entity.find(tx, id)) : []);
  return found.filter((each) => each !== undefined);
};

type Linked = Omit<BoundTool, 'name'> & { prefix: string };

const reading = { effect: 'READS', approval: 'NEVER' } as const;

/** The fields of the example of a trigger are the arguments. An input of another kind is one argument. */
const flowArguments = (example: unknown) =>
  hasFields(example)
    ? { takesFields: true, inputSchema: exampleSchema(example) }
    : {
        takesFields: false,
        inputSchema: {
          type: 'object',
          properties: { input: { ...exampleSchema(example), title: 'The input of the flow' } },
          required: ['input'],
          additionalProperties: false,
        },
      };

const flowTool = async (tx: TxCtx, id: string, name: string): Promise<Linked[]> => {
  const found = await findFlowInput(tx, id);
  if (!found) return [];
  const { takesFields, inputSchema } = flowArguments(found.example);
  return [
    {
      ...{ prefix: 'run', title: `Run ${name}`, effect: 'WRITES', approval: 'AFTER_FOREIGN_TEXT' },
      isForeign: true,
      description: `Runs the flow “${name}” with an input and waits for its output.`,
      inputSchema,
      binding: { kind: 'FLOW', flowId: id, takesFields },
    },
  ];
};

const listLinked = async (tx: TxCtx, settings: AgentSettings): Promise<Linked[]> => {
  const bases = await findLinked(tx, 'KNOWLEDGE_BASE', settings.knowledgeBaseIds);
  const apps = await findLinked(tx, 'APP', settings.appIds);
  const flows = await findLinked(tx, 'FLOW', settings.flowIds);
  const flowTools = await Promise.all(flows.map(({ id, name }) => flowTool(tx, id, name)));
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
    ...flowTools.flat(),
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

/** Tools that never ask only read, so asking before each of their calls would help nobody. */
const withApproval = (tool: BoundTool, { approval }: AgentSettings): BoundTool =>
  approval === 'AS_NEEDED' || tool.binding.kind === 'AGENT' || isHarmless(tool)
    ? tool
    : { ...tool, approval };

const isHarmless = ({ effect, approval }: BoundTool): boolean => effect === 'READS' && approval === 'NEVER';

/** Tools that a program runs itself need no approval here; their results count as text by others. */
const programTools = ({ tools, isOneByOne }: Program): BoundTool[] =>
  tools.map((tool) => ({
    ...tool,
    ...{ title: tool.name, effect: isOneByOne ? 'WRITES' : 'READS', approval: 'NEVER' },
    ...{ isForeign: true, isUnchecked: true, binding: { kind: 'PROGRAM' } },
  }));

/** Gives tools other names where a program has one of the same name, because the program knows its tools by their names. */
const besides = (given: readonly BoundTool[], own: readonly BoundTool[]): BoundTool[] => {
  const taken = new Set(given.map(({ name }) => name));
  if (!own.some(({ name }) => taken.has(name))) return [...own];
  for (const { name } of own) taken.add(name);
  return own.map((tool) => {
    if (!given.some(({ name }) => name === tool.name)) return tool;
    const name = toolName([tool.name], taken);
    taken.add(name);
    return { ...tool, name };
  });
};

/**
 * Returns the tools of an agent, with those of the program that asks it. Those that exist no more, or that its owner may no longer use, are
 * left out.
 */
export const resolveTools = async (
  tx: TxCtx,
  settings: AgentSettings,
  program?: Program,
): Promise<BoundTool[]> => {
  const given = program ? programTools(program) : [];
  const own = await resolveOwn(tx, settings);
  return [...besides(given, own), ...given];
};

const resolveOwn = async (tx: TxCtx, settings: AgentSettings): Promise<BoundTool[]> => {
  const ids = settings.tools.toolList.map(({ _id }) => _id);
  const own: BoundTool[] = await offerTools(tx, ids);
  const taken = new Set(own.map(({ name }) => name));
  const ofServers: BoundTool[] = await offerMcpTools(tx, settings.tools.mcpList, taken);
  for (const { name } of ofServers) taken.add(name);
  const linked = (await listLinked(tx, settings)).map(({ prefix, ...tool }): BoundTool => {
    const name = toolName([prefix, tool.title.replace(/^(?:Search|Ask|Run) /, '')], taken);
    taken.add(name);
    return { ...tool, name };
  });
  return [...own, ...ofServers, ...linked].map((tool) => withApproval(tool, settings));
};
