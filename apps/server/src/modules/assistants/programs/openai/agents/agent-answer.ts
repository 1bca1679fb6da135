import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx } from '../../../../../kernel/context/context.ts';
import { failureOfRun } from '../../../../../kernel/runs/requests/index.ts';
import {
  type AgentForPrograms,
  citationsIn,
  type FollowedPlace,
  findAgentForPrograms,
  followAnswer,
  joinTexts,
  type ProgramAnswer,
} from '../../../agents/index.ts';
import { toAnnotation, type UrlCitation } from '../annotations.ts';

/** Waits for the end of a part of a run. Throws what `followAnswer` throws. */
export const followToEnd = async (
  ctx: Ctx,
  place: FollowedPlace,
  signal: AbortSignal,
): Promise<ProgramAnswer> => {
  for await (const event of followAnswer(ctx, place, signal)) if (event.type === 'end') return event.answer;
  throw new Error('An answer ends with its end.');
};

const prefix = 'agent:';

export const isAgentModel = (model: string): boolean => model.startsWith(prefix);

export const toAgentModel = (agentId: string): string => `${prefix}${agentId}`;

/** Returns the agent that a model names. Throws `openai.model_not_found`. */
export const requireAgent = async (ctx: AnyCtx, model: string): Promise<AgentForPrograms> =>
  (await findAgentForPrograms(ctx, model.slice(prefix.length))) ??
  fail('openai.model_not_found', { param: 'model' });

/** Says what a run waits for, and how the program, or a person, lets it go on. Null for a run that waits for nobody. */
export const describeWait = ({ undecided }: ProgramAnswer) =>
  undecided.length === 0
    ? null
    : {
        reason: 'approval',
        approvals: undecided.map(({ runId, tool, title, description, input, token }) => ({
          ...{ run_id: runId, tool, title, description, arguments: input },
          // Nobody but those who may change agents decides by program; others find the question in their mail and on the page of the run.
          decide_at: token === null ? null : `/api/crew/agent-approvals/${token}`,
        })),
      };

const joinTitles = ({ undecided }: ProgramAnswer): string =>
  undecided.map(({ title }) => `“${title}”`).join(', ');

/** Returns the sentence that follows the text of a run that waits for a decision; empty for all others. */
export const waitText = (answer: ProgramAnswer): string =>
  answer.status === 'UNDECIDED'
    ? `Before the agent can go on, somebody has to decide about a step: ${joinTitles(answer)}.`
    : '';

/** Returns the whole text of an answer. */
export const shownText = (answer: ProgramAnswer): string =>
  [joinTexts(answer), waitText(answer)].filter((text) => text !== '').join('\n\n');

/** Returns why a run ended without an answer; undefined for one that has not. */
export const toAgentFailure = ({
  status,
  cause,
}: ProgramAnswer): { code: string; message: string } | undefined => {
  if (status === 'CANCELLED')
    return { code: 'run.cancelled', message: 'The run of the agent was cancelled.' };
  if (status !== 'FAILED') return undefined;
  return {
    code: cause?.code ?? 'agents.run_failed',
    message: cause?.message ?? 'The agent could not finish.',
  };
};

/**
 * Throws for a run that ended without an answer: the failure of somebody else that ended it, such as a provider that refuses too many calls, or
 * `openai.agent_failed`. The run of an agent that failed itself has done and cost what it has, so that libraries are asked not to repeat it.
 */
export const throwFailure = (answer: ProgramAnswer): void => {
  const failure = toAgentFailure(answer);
  if (!failure) return;
  const { code, message } = failure;
  const details = { runId: answer.runId, cause: code };
  const ofAgent = new AppError('openai.agent_failed', details, { message, isLasting: true });
  throw failureOfRun(answer.cause, ofAgent);
};

/** True for a run that a failure of somebody else ended, after which the same request may succeed. */
export const mayBeAskedAgain = ({ status, cause }: ProgramAnswer): boolean =>
  status === 'FAILED' && cause?.upstream !== undefined;

/** The address at which a key that may read knowledge bases reads the text around a citation. */
const sourceUrl = (origin: string, { knowledgeBaseImportId, start }: Citation): string =>
  `${origin}/api/import/v2/source/${knowledgeBaseImportId}?at=${start}`;

/** Returns the annotations of a text of an agent, in the shape of those of apps. */
export const agentAnnotations = (
  origin: string,
  answer: ProgramAnswer,
  text = shownText(answer),
): UrlCitation[] =>
  citationsIn(answer, text).map((citation) =>
    toAnnotation(sourceUrl(origin, citation), citation, citation.markAt ?? 0),
  );
