import type { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import { findChatModel, type OfferedModels } from '../../../content/models/index.ts';
import { agentRepository } from '../repository.ts';
import { readLinks } from './read-links.ts';

/** A fault at the setting `path` that has to be corrected before an agent can work. */
interface Problem {
  path: keyof AgentSettings;
  message: string;
}

const gone = {
  tools: 'One of the tools does not exist any more. Please choose again.',
  knowledgeBaseIds: 'One of the knowledge bases does not exist any more. Please choose again.',
  appIds: 'One of the apps does not exist any more. Please choose again.',
  flowIds: 'One of the flows does not exist any more. Please choose again.',
  agentIds: 'One of the agents does not exist any more. Please choose again.',
} as const;

const list = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

/** Agents that cannot take work yet. */
const findIdle = async (tx: TxCtx, { agentIds }: AgentSettings): Promise<string | undefined> => {
  const rows = await agentRepository.listByIds(tx.db, agentIds, undefined);
  const idle = rows.filter(({ active, publishedVersionId }) => !active || publishedVersionId === null);
  return idle.length === 0
    ? undefined
    : `It hands work to agents that take none: ${list(idle.map(({ name }) => name))}. Please publish them and switch them on, or choose others.`;
};

/** Finds the roles that a crew lacks. */
const findMissingRoles = ({ crew, agentIds }: AgentSettings): Problem[] => {
  if (crew === null) return [];
  if (crew.supervisorId === null)
    return [{ path: 'crew', message: 'Please choose the agent that leads the crew.' }];
  return agentIds.length < 2
    ? [{ path: 'agentIds', message: 'Please choose at least one agent that works for the supervisor.' }]
    : [];
};

/** Returns everything that keeps an agent with these settings from working. */
export const findProblems = async (
  tx: TxCtx,
  settings: AgentSettings,
  offered: OfferedModels,
): Promise<Problem[]> => {
  const problems: Problem[] = [];
  if (settings.instructions === '' && settings.crew === null)
    problems.push({ path: 'instructions', message: 'Please say what the agent has to do.' });
  if (settings.crew === null && (await findChatModel(tx, offered, settings.modelId)).extractive) {
    const message =
      'An agent needs a language model, and this one only quotes documents. Please choose another one, or add a provider under Models.';
    problems.push({ path: 'modelId', message });
  }
  const missing = (await readLinks(tx, settings)).filter(({ name }) => name === null);
  for (const field of new Set(missing.map((link) => link.field)))
    problems.push({ path: field, message: gone[field] });
  problems.push(...findMissingRoles(settings));
  const idle = await findIdle(tx, settings);
  if (idle !== undefined) problems.push({ path: 'agentIds', message: idle });
  return problems;
};
