import type { openai } from '@atelier/contracts/assistants/programs/openai';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../../kernel/module/module.ts';
import {
  citationsIn,
  type FollowedPlace,
  followAnswer,
  type ProgramAnswer,
  type ProgramEvent,
  startForProgram,
  takeResults,
} from '../../../agents/index.ts';
import { nested } from '../annotations.ts';
import { readBeginning } from '../read-beginning.ts';
import { sendStream } from '../send-stream.ts';
import { refuseUnsupported } from '../unsupported.ts';
import {
  agentAnnotations,
  describeWait,
  followToEnd,
  requireAgent,
  shownText,
  throwFailure,
  waitText,
} from './agent-answer.ts';
import { responseIdAt } from './agent-response.ts';
import { readChat, readFormat, readTools } from './read-request.ts';

type Endpoint = (typeof openai.endpoints)['chatCompletions'];
type Body = RequestOf<Endpoint>['body'];

interface Call {
  ctx: Ctx;
  body: Body;
  exchange: Exchange<Endpoint>;
}

const beginning = async ({ ctx, body }: Call): Promise<FollowedPlace> => {
  const agent = await requireAgent(ctx, body.model);
  const request = readChat(body.messages);
  if (request.kind === 'RESULTS') return takeResults(ctx, agent.agentId, request.results);
  const isOneByOne = body.parallel_tool_calls === false;
  const program = { ...readTools(body), isOneByOne, metadata: {}, previousId: null };
  return startForProgram(ctx, { agent, messages: request.messages, program, outputSchema: readFormat(body) });
};

const frame = ({ ctx, body }: Call, object: string) => ({
  id: `chatcmpl-${ctx.requestId}`,
  object,
  created: Math.floor(ctx.now().getTime() / 1000),
  model: body.model,
});

const toUsage = ({ usage: { inputTokens, outputTokens } }: ProgramAnswer) => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

const toFinishReason = ({ status, isCutOff }: ProgramAnswer): string => {
  if (status === 'CALLS') return 'tool_calls';
  return isCutOff ? 'length' : 'stop';
};

const toToolCalls = ({ calls }: ProgramAnswer) =>
  calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  }));

/** Extra fields of the reply: citations, the id under which the answer can be read later, and the pending decision. */
const ownFields = (answer: ProgramAnswer, text: string) => ({
  citations: citationsIn(answer, text),
  response_id: responseIdAt(answer),
  run_id: answer.runId,
  waiting_for: describeWait(answer),
});

const toCompletion = (call: Call, answer: ProgramAnswer) => {
  throwFailure(answer);
  const text = shownText(answer);
  const calls = toToolCalls(answer);
  const message = {
    ...{ role: 'assistant', content: text === '' ? null : text, refusal: null },
    annotations: agentAnnotations(call.exchange.origin, answer, text).map(nested),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    ...frame(call, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: toFinishReason(answer) }],
    usage: toUsage(answer),
    ...ownFields(answer, text),
  };
};

/** Yields what a run writes. Throws for one that ended without an answer. */
async function* followEvents({ ctx, exchange }: Call, place: FollowedPlace): AsyncGenerator<ProgramEvent> {
  for await (const event of followAnswer(ctx, place, exchange.signal)) {
    if (event.type === 'end') throwFailure(event.answer);
    yield event;
  }
}

async function* chunks(call: Call, events: AsyncIterable<ProgramEvent>): AsyncIterable<string> {
  const chunk = (body: object) =>
    `data: ${JSON.stringify({ ...frame(call, 'chat.completion.chunk'), ...body })}\n\n`;
  const choice = (delta: object, reason: string | null) => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  });
  yield chunk(choice({ role: 'assistant', content: '' }, null));
  try {
    let text = '';
    for await (const event of events) {
      if (event.type === 'text') {
        text += event.text;
        yield chunk(choice({ content: event.text }, null));
        continue;
      }
      const { answer } = event;
      const wait = waitText(answer);
      if (wait !== '') yield chunk(choice({ content: text === '' ? wait : `\n\n${wait}` }, null));
      const calls = toToolCalls(answer).map((each, index) => ({ index, ...each }));
      if (calls.length > 0) yield chunk(choice({ tool_calls: calls }, null));
      const annotations = agentAnnotations(call.exchange.origin, answer, text).map(nested);
      const delta = annotations.length > 0 ? { annotations } : {};
      yield chunk({ ...choice(delta, toFinishReason(answer)), ...ownFields(answer, text) });
      if (call.body.stream_options?.include_usage === true)
        yield chunk({ choices: [], usage: toUsage(answer) });
    }
    yield 'data: [DONE]\n\n';
  } catch (error) {
    const { message, code } = call.exchange.toFailure(error);
    yield `data: ${JSON.stringify({ error: { message, type: 'server_error', param: null, code } })}\n\n`;
  }
}

/**
 * Asks an agent in the form of OpenAI's chat completions. Calls of the program's own tools end the answer; their results continue the same
 * run.
 */
export const completeWithAgent = async (
  ctx: Ctx,
  body: Body,
  exchange: Exchange<Endpoint>,
): Promise<AlreadyAnswered> => {
  const call = { ctx, body, exchange };
  refuseUnsupported(body, 'An agent');
  const place = await beginning(call);
  if (body.stream) {
    exchange.holdStream(ctx.tenantId, async ({ own }) => {
      if (own) await requireAgent(own, body.model);
      return own !== null;
    });
    return sendStream(exchange, chunks(call, await readBeginning(followEvents(call, place), () => true)));
  }
  const answer = await followToEnd(ctx, place, exchange.signal);
  return exchange.sendRaw({ type: 'application/json', body: JSON.stringify(toCompletion(call, answer)) });
};
