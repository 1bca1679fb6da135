import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { ownUserId } from '../../../../kernel/context/own-user.ts';
import { startHere } from '../../../../kernel/runs/requests/index.ts';
import { type AgentRunInput, agentRunType, type Program } from '../engine/agent-run-type.ts';
import { type AgentForPrograms, hasOutputSchema } from './find-agent.ts';
import type { FollowedPlace } from './read-answer.ts';

/** A program's request to an agent. */
export interface ProgramOrder {
  agent: AgentForPrograms;
  /** The conversation, whose last message is the task. */
  messages: AgentRunInput['messages'];
  program: Omit<Program, 'userId'>;
  /** The form of the answer, in the place of the agent's own. */
  outputSchema?: AgentRunInput['outputSchema'];
}

/** The most messages and characters of a conversation that a run gets; older ones are left out. */
const mostMessages = 500;
const mostCharacters = 1_000_000;

const newest = (messages: ProgramOrder['messages']): ProgramOrder['messages'] => {
  let characters = 0;
  const from = messages.findLastIndex(({ content }, at) => {
    characters += content.length;
    const isTooMuch = characters > mostCharacters || messages.length - at > mostMessages;
    return isTooMuch && at < messages.length - 1;
  });
  return messages.slice(from + 1);
};

/** Starts a run of an agent for a program. */
export const startForProgram = async (
  ctx: Ctx,
  { agent, messages, program, outputSchema }: ProgramOrder,
): Promise<FollowedPlace> => {
  const { agentId, versionId } = agent;
  const userId = ownUserId(ctx);
  const hasSchema = await ctx.tx(async (tx) => {
    await tx.audit('agents.started', agentId);
    return outputSchema !== undefined || (await hasOutputSchema(tx, agent));
  });
  const input: AgentRunInput = {
    ...{ agentId, versionId, environment: 'PRODUCTION', documents: [], depth: 0 },
    messages: newest(messages),
    // Earlier answers, and results of tools that a program brings, contain text by others.
    hasForeignText: messages.length > 1,
    asks: { userId, byMail: true },
    personId: null,
    program: { userId, ...program },
    ...(outputSchema && { outputSchema }),
  };
  const runId = await startHere(ctx, agentRunType, { input, subjectId: agentId, scopeId: agentId });
  return { runId: runId ?? fail('server.internal'), part: 0, after: 0, hasSchema };
};
