import { fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../../kernel/context/context.ts';
import { type AgentForPrograms, findAgentForPrograms } from '../../../agents/index.ts';

const prefix = 'agent:';

export const isAgentModel = (model: string): boolean => model.startsWith(prefix);

export const agentModelOf = (agentId: string): string => `${prefix}${agentId}`;

/** Returns the agent that a model names. Throws `openai.model_not_found`. */
export const getAgentOf = async (ctx: AnyCtx, model: string): Promise<AgentForPrograms> =>
  (await findAgentForPrograms(ctx, model.slice(prefix.length))) ??
  fail('openai.model_not_found', { param: 'model' });
