import type { AgentBudget, ToolCall, ToolOutcome } from '@atelier/agents';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { defineExtensionPoint } from '../../../../kernel/services/extension-points.ts';
import { microPerCredit } from '../../../money/billing/index.ts';
import type { PreparedAgent } from './agent-of.ts';
import type { CrewBinding } from './resolved-agent.ts';
import type { Team } from './team.ts';

export interface Member {
  agentId: string;
  name: string;
  description: string;
}

/** The work of crews: the instructions of their agents, the tools of the crew, and what these do. */
export interface CrewWork {
  /** Makes the supervisor of a crew out of the agent that leads it. */
  lead(own: PreparedAgent, crew: { instructions: string; members: readonly Member[] }): PreparedAgent;
  /** Makes an agent a member of the crew that it works for. */
  join(own: PreparedAgent, team: Team): PreparedAgent;
  /** Carries out a call of one of the tools of the crew. `name` is unique in the run. */
  call(
    run: RunContext,
    { team, author, name }: { team: Team; author: string; name: string },
    use: { does: CrewBinding['does']; input: ToolCall['input'] },
  ): Promise<ToolOutcome>;
}

export const crewWork = defineExtensionPoint<CrewWork>('agents.crews');

/** Divides what is left of a budget among those who use it at the same time. Undefined when it is not enough for a turn each. */
export const shareOf = (
  { turns, tokens, credits, seconds }: AgentBudget,
  among: number,
): AgentBudget | undefined => {
  const share = {
    turns: Math.floor(turns / among),
    tokens: Math.floor(tokens / among),
    credits: credits === null ? null : credits / among,
    // They work at the same time.
    seconds,
  };
  const isEnough =
    share.turns >= 1 &&
    share.tokens > 0 &&
    share.seconds > 0 &&
    (share.credits === null || share.credits > 0);
  return isEnough ? share : undefined;
};

const lower = (own: number | null, given: number | null): number | null =>
  own === null || given === null ? (own ?? given) : Math.min(own, given);

/** Limits the budget of an agent to the share that it was given. */
export const withinShare = (
  { settings, ...prepared }: PreparedAgent,
  share: AgentBudget | undefined,
): PreparedAgent => {
  if (share === undefined) return { settings, ...prepared };
  const { turns, tokens, credits, seconds } = settings.budget;
  const budget = {
    turns: Math.min(turns, share.turns),
    tokens: Math.min(tokens, share.tokens),
    credits: lower(credits, share.credits === null ? null : share.credits / microPerCredit),
    seconds: Math.min(seconds, share.seconds),
  };
  return { ...prepared, settings: { ...settings, budget } };
};
