import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { listVisibleKnowledgeBases } from '../../../content/bases/index.ts';
import { type AgentForPrograms, listAgentsForPrograms } from '../../agents/index.ts';
import { listAppsForChat } from '../../apps/index.ts';
import { type FlowForPrograms, listFlowsForPrograms } from '../../flows/index.ts';

/** A tool: an app that is asked, a knowledge base that is searched, an agent that gets a task, or a flow that is run. */
export interface Tool {
  kind: 'ask' | 'search' | 'agent' | 'flow';
  /** The id of the app, the knowledge base, the agent or the flow. */
  id: string;
  /** An example of the input of a flow. */
  example?: unknown;
  /** Unique, and stable as long as what it stands for is not renamed. */
  name: string;
  title: string;
  description: string;
}

const mostBases = 200;
const wordLength = 24;
const suffixLength = 8;

/** Clients allow 64 characters together with a prefix of their own, so a name holds the beginning of the title and the end of the id. */
const buildToolName = (kind: Tool['kind'], title: string, id: string): string => {
  const letters = title
    .normalize('NFKD')
    .toLowerCase()
    .matchAll(/[a-z0-9]+/g);
  const words = [...letters].join('_').slice(0, wordLength).replace(/_$/, '');
  return [kind, words, id.slice(-suffixLength)].filter((part) => part !== '').join('_');
};

const appTool = ({ appId, name }: { appId: string; name: string }): Tool => ({
  kind: 'ask',
  id: appId,
  name: buildToolName('ask', name, appId),
  title: name,
  description: `Asks the app “${name}” a question. It answers from its documents, with numbered citations and their quotes.`,
});

const baseTool = ({ id, name, description }: { id: string; name: string; description: string }): Tool => ({
  kind: 'search',
  id,
  name: buildToolName('search', name, id),
  title: name,
  description: [`Searches the knowledge base “${name}” and returns the passages that fit best.`, description]
    .filter((sentence) => sentence !== '')
    .join(' '),
});

const agentTool = ({ agentId, name, description }: AgentForPrograms): Tool => ({
  kind: 'agent',
  id: agentId,
  name: buildToolName('agent', name, agentId),
  title: name,
  description: [
    `Gives a task to the agent “${name}” and returns its answer, or says that a person has to decide first.`,
    description,
  ]
    .filter((sentence) => sentence !== '')
    .join(' '),
});

const flowTool = ({ flowId, name, example }: FlowForPrograms): Tool => ({
  kind: 'flow',
  id: flowId,
  example,
  name: buildToolName('flow', name, flowId),
  title: name,
  description: `Runs the flow “${name}” and returns its output.`,
});

const listBases = async (tx: TxCtx): Promise<Tool[]> => {
  if (!tx.may('knowledge:read')) return [];
  const bases = await listVisibleKnowledgeBases(tx, mostBases);
  return bases.filter(({ status }) => status === 'ON').map(baseTool);
};

/**
 * Lists the tools of the caller, always in the same order: the apps that they may talk to, the knowledge bases that they see, and the agents and
 * flows that they may run.
 */
export const listTools = async (ctx: Ctx): Promise<Tool[]> => {
  const [apps, bases, agents, flows] = await Promise.all([
    listAppsForChat(ctx),
    ctx.tx(listBases),
    listAgentsForPrograms(ctx),
    listFlowsForPrograms(ctx),
  ]);
  const all = [...apps.map(appTool), ...bases, ...agents.map(agentTool), ...flows.map(flowTool)];
  return all.toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
};
