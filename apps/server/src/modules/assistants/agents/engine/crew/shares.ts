import type { AgentBudget } from '@atelier/agents';
import { z } from 'zod';
import { toCredits } from '../../../../../kernel/base/credits.ts';
import type { PreparedAgent } from '../to-agent.ts';

/** Divides what is left of a budget among those who use it at the same time. Undefined when it is not enough for a turn each. */
export const computeShare = (
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
    credits: lower(credits, share.credits === null ? null : toCredits(share.credits)),
    seconds: Math.min(seconds, share.seconds),
  };
  return { ...prepared, settings: { ...settings, budget } };
};

/** The part of the crew that a run for it needs. */
export const Team = z.object({
  /** The run of the crew's supervisor, to which the notes belong. */
  runId: z.string(),
  /** The instructions for all agents of the crew. */
  instructions: z.string(),
});
export type Team = z.infer<typeof Team>;
