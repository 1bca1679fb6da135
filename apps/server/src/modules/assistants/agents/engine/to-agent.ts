import type { Agent } from '@atelier/agents';
import type { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { toMicroCredits } from '../../../../kernel/base/credits.ts';
import type { BoundTool } from './bound-tool.ts';
import type { Team } from './crew/shares.ts';

/** An agent as a run uses it from its beginning to its end. */
export interface PreparedAgent {
  settings: AgentSettings;
  tools: BoundTool[];
  /** The names of the tools of which the model has to call one before it answers. */
  mustCall?: string[];
  /** True when the agent remembers something that it wrote after it had read text by others. */
  remembersForeign?: boolean;
  /** The agent with whose access the tools work, when it is not the one that the run is of. */
  actsAs?: string;
  /** Those who work in the crew, the supervisor first; for the run of a crew. */
  members?: { agentId: string; name: string }[];
  /** The crew for which the run works, with the name under which it writes notes. */
  team?: Team & { author: string };
}

/** Returns an agent as its loop needs it. */
export const toAgent = ({ settings, tools, mustCall }: PreparedAgent): Agent => {
  const { instructions, budget, contextTokens, replyTokens, outputSchema } = settings;
  const credits = budget.credits === null ? null : toMicroCredits(budget.credits);
  return {
    ...{ instructions, tools, contextTokens, replyTokens },
    budget: { ...budget, credits },
    ...(outputSchema && { outputSchema }),
    ...(mustCall && { mustCall }),
  };
};
