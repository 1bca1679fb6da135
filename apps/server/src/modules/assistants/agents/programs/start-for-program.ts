import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { ownUserId } from '../../../../kernel/context/own-user.ts';
import { sendSignal, startHere } from '../../../../kernel/runs/requests/index.ts';
import { type AgentRunInput, agentRunType, type Program } from '../engine/agent-run-type.ts';
import { resultNames } from '../engine/journal-names.ts';
import { type AgentForPrograms, hasOutputSchema } from './find-agent.ts';
import { type AnswerPlace, type FollowedPlace, openHandedId, readProgramAnswer } from './read-answer.ts';

/** A program's request to an agent. */
interface ProgramOrder {
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

/** The result of a call that a program made. */
export interface SentResult {
  callId: string;
  text: string;
}

const unknownCall = (): never => fail('openai.call_not_found');

/** Returns the group to which all calls belong. */
const readCallGroup = (results: readonly SentResult[]): AnswerPlace & { texts: Map<number, string> } => {
  const opened = results.map(({ callId, text }) => ({ ...(openHandedId(callId) ?? unknownCall()), text }));
  const [first] = opened;
  if (!first || opened.some(({ runId, group }) => runId !== first.runId || group !== first.group))
    return unknownCall();
  return {
    ...{ runId: first.runId, part: first.group },
    texts: new Map(opened.map(({ at, text }) => [at, text])),
  };
};

/**
 * Hands the results of calls to the run that waits for them. Results that it has already are not handed over again, so that a request may be
 * repeated. Returns the part of the run that follows. Throws `openai.call_not_found` and `openai.results_missing`.
 */
export const takeResults = async (
  ctx: Ctx,
  agentId: string,
  results: readonly SentResult[],
): Promise<FollowedPlace> => {
  const { runId, part, texts } = readCallGroup(results);
  const asked = await readProgramAnswer(ctx, { runId, part: part - 1 }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'openai.response_not_found') return unknownCall();
    throw error;
  });
  const isWhole = asked.calls.length > 0 && [...texts.keys()].every((at) => at < asked.calls.length);
  if (!isWhole || asked.agentId !== agentId) return unknownCall();
  const missing = asked.calls.filter((_call, at) => !texts.has(at)).map(({ id }) => id);
  if (missing.length > 0) return fail('openai.results_missing', { missing });
  const names = resultNames(part);
  await ctx.tx(async (tx) => {
    for (const [at, text] of texts) {
      const name = names.signal(at);
      await sendSignal(tx, { runId, name, payload: { text }, id: `${runId} ${name}` }).catch(
        (error: unknown) => {
          // The run has had these results, and has ended since.
          if (!(error instanceof AppError && error.code === 'run.already_finished')) throw error;
        },
      );
    }
  });
  return { runId, part, after: asked.until, hasSchema: asked.hasSchema };
};
