import type { openai } from '@atelier/contracts/assistants/programs/openai';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../../kernel/module/module.ts';
import {
  type AgentForPrograms,
  type FollowedPlace,
  followAnswer,
  type ProgramAnswer,
  type ProgramEvent,
  readProgramAnswer,
  startForProgram,
  takeResults,
} from '../../../agents/index.ts';
import { readBeginning } from '../read-beginning.ts';
import { sendStream } from '../send-stream.ts';
import { refuseUnsupported } from '../unsupported.ts';
import { followToEnd, mayBeAskedAgain, requireAgent, throwFailure } from './agent-answer.ts';
import { agentResponse, placeOfResponse } from './agent-response.ts';
import { readFormat } from './read-format.ts';
import { readItems } from './read-request.ts';
import { readTools } from './read-tools.ts';
import { responseEvents } from './response-stream.ts';

type Endpoint = (typeof openai.endpoints)['createResponse'];
type Body = RequestOf<Endpoint>['body'];

const missing = (): never => fail('openai.response_not_found', { param: 'previous_response_id' });

/** Returns what was said until the response that is continued. Throws `openai.response_not_found` and `openai.response_open`. */
const findHistory = async (
  ctx: Ctx,
  { agentId }: AgentForPrograms,
  previousId: string | null | undefined,
): Promise<ProgramAnswer['messages']> => {
  if (!previousId) return [];
  const answer = await readProgramAnswer(ctx, placeOfResponse(previousId) ?? missing());
  if (answer.agentId !== agentId) missing();
  if (['RUNNING', 'UNDECIDED', 'CALLS'].includes(answer.status))
    fail('openai.response_open', { param: 'previous_response_id' });
  return answer.messages;
};

const refuseConversation = (body: Body): void => {
  if (!body.conversation) return;
  const message = 'An agent keeps no conversations. Please continue with previous_response_id.';
  throw new AppError('openai.not_supported', { param: 'conversation' }, { message });
};

const beginning = async (ctx: Ctx, body: Body): Promise<FollowedPlace> => {
  const agent = await requireAgent(ctx, body.model);
  const request = readItems(body.input);
  if (request.kind === 'RESULTS') return takeResults(ctx, agent.agentId, request.results);
  const tools = readTools(body);
  const previousId = body.previous_response_id ?? null;
  const history = await findHistory(ctx, agent, previousId);
  const isOneByOne = body.parallel_tool_calls === false;
  return startForProgram(ctx, {
    agent,
    messages: [...history, ...request.messages],
    outputSchema: readFormat(body),
    program: { ...tools, isOneByOne, metadata: body.metadata ?? {}, previousId },
  });
};

/** Yields what a run writes. Throws when somebody else failed before it wrote anything; any other failure is told by its response. */
async function* followEvents(
  ctx: Ctx,
  place: FollowedPlace,
  signal: AbortSignal,
): AsyncGenerator<ProgramEvent> {
  let isBegun = false;
  for await (const event of followAnswer(ctx, place, signal)) {
    if (event.type === 'end' && !isBegun && mayBeAskedAgain(event.answer)) throwFailure(event.answer);
    isBegun = true;
    yield event;
  }
}

/** Asks an agent in the form of Open Responses. Calls of the program's own tools end a response; their results continue the same run. */
export const respondWithAgent = async (
  ctx: Ctx,
  body: Body,
  exchange: Exchange<Endpoint>,
): Promise<AlreadyAnswered> => {
  refuseUnsupported(body, 'An agent');
  refuseConversation(body);
  const place = await beginning(ctx, body);
  if (body.stream) {
    exchange.holdStream(ctx.tenantId, async ({ own }) => {
      if (own) await requireAgent(own, body.model);
      return own !== null;
    });
    const events = await readBeginning(followEvents(ctx, place, exchange.signal), () => true);
    return sendStream(exchange, responseEvents({ ctx, place, events }, exchange));
  }
  const answer = await followToEnd(ctx, place, exchange.signal);
  if (mayBeAskedAgain(answer)) throwFailure(answer);
  const response = agentResponse(answer, exchange.origin);
  return exchange.sendRaw({ type: 'application/json', body: JSON.stringify(response) });
};
