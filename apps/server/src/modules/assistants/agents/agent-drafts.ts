import { createHash } from 'node:crypto';
import { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { AppError } from '../../../kernel/base/errors.ts';
import type { Ctx } from '../../../kernel/context/context.ts';
import { Drafts } from '../drafts/index.ts';
import { visibleAgents } from './agent-entity.ts';
import { agentRepository, versionRepository } from './repository.ts';

/** Returns the same text for settings that work alike. */
export const fingerprintAgent = (settings: unknown): string => {
  // Parsing puts the keys of stored settings in the order of the schema.
  const {
    name: _name,
    description: _description,
    access: _access,
    ...working
  } = AgentSettings.parse(settings);
  return createHash('sha256').update(JSON.stringify(working)).digest('hex');
};

/** Agents and crews with their versions. Throws `agents.not_found` and `agents.version_not_found`. */
export const versionedAgents = new Drafts({
  noun: 'Agent',
  things: agentRepository,
  versions: versionRepository,
  visible: visibleAgents,
  versionPrefix: 'agv',
  errors: { thing: 'agents.not_found', version: 'agents.version_not_found' },
  fingerprint: ({ settings }) => fingerprintAgent(settings),
});

/**
 * Returns the context in which an agent acts: with the access of the member who made it, whoever runs it. Throws `agents.run_failed` when
 * that member has left the company.
 */
export const asOwner = async (ctx: Ctx, agentId: string): Promise<Ctx> => {
  const owner = await versionedAgents.asOwner(ctx, agentId);
  if (owner) return owner;
  const message =
    'The agent acts with the access of the member who made it, who has left the company. Please create the agent again.';
  throw new AppError('agents.run_failed', undefined, { message });
};
