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
import type { UrlCitation } from '../annotations.ts';
import { readBeginning } from '../read-beginning.ts';
import { createWriter, type Writer } from '../response-events.ts';
import { sendStream } from '../send-stream.ts';
import { refuseUnsupported } from '../unsupported.ts';
import {
  agentAnnotations,
  followToEnd,
  mayBeAskedAgain,
  requireAgent,
  shownText,
  throwFailure,
  waitText,
} from './agent-answer.ts';
import {
  agentResponse,
  callItems,
  messageId,
  messageItem,
  placeOfResponse,
  textPart,
} from './agent-response.ts';
import { readFormat, readItems, readTools } from './read-request.ts';

/** Writes the message of a response, which begins with its first piece of text. */
class MessageEvents {
  text = '';
  readonly #write: Writer;
  readonly #place: FollowedPlace;
  readonly #at: object;

  constructor(write: Writer, place: FollowedPlace) {
    this.#write = write;
    this.#place = place;
    this.#at = { item_id: messageId(place), output_index: 0, content_index: 0 };
  }

  add(piece: string): string {
    const opening = this.text === '' ? this.#open() : '';
    this.text += piece;
    return opening + this.#write('response.output_text.delta', { ...this.#at, delta: piece, logprobs: [] });
  }

  /** `annotations` are known once the run has ended. */
  end(isWhole: boolean, annotations: readonly UrlCitation[] = []): string {
    if (this.text === '') return '';
    const part = textPart(this.text, annotations);
    const item = messageItem(this.#place, [part], isWhole ? 'completed' : 'incomplete');
    return [
      ...annotations.map((annotation, index) =>
        this.#write('response.output_text.annotation.added', {
          ...{ ...this.#at, annotation_index: index, annotation },
        }),
      ),
      this.#write('response.output_text.done', { ...this.#at, text: this.text, logprobs: [] }),
      this.#write('response.content_part.done', { ...this.#at, part }),
      this.#write('response.output_item.done', { output_index: 0, item }),
    ].join('');
  }

  #open(): string {
    const item = messageItem(this.#place, [], 'in_progress');
    return [
      this.#write('response.output_item.added', { output_index: 0, item }),
      this.#write('response.content_part.added', { ...this.#at, part: textPart('') }),
    ].join('');
  }
}

const callEvents = (write: Writer, answer: ProgramAnswer, first: number): string =>
  callItems(answer)
    .flatMap((item, index) => {
      const at = { item_id: item.id, output_index: first + index };
      const begun = { ...item, arguments: '', status: 'in_progress' };
      return [
        write('response.output_item.added', { output_index: at.output_index, item: begun }),
        write('response.function_call_arguments.delta', { ...at, delta: item.arguments }),
        write('response.function_call_arguments.done', { ...at, name: item.name, arguments: item.arguments }),
        write('response.output_item.done', { output_index: at.output_index, item }),
      ];
    })
    .join('');

const ending = (
  write: Writer,
  { answer, origin }: { answer: ProgramAnswer; origin: string },
  message: MessageEvents,
): string => {
  const wait = waitText(answer);
  const told = wait === '' ? '' : message.add(message.text === '' ? wait : `\n\n${wait}`);
  const isWhole = answer.status === 'COMPLETED' || answer.status === 'CALLS';
  const annotations = agentAnnotations(origin, answer, message.text);
  const closed = message.end(isWhole, annotations);
  const response = agentResponse(answer, origin);
  // A second attempt of a turn may have been written differently from what was sent.
  const shown =
    message.text === '' || message.text === shownText(answer)
      ? {}
      : {
          output: [
            messageItem(answer, [textPart(message.text, annotations)], isWhole ? 'completed' : 'incomplete'),
            ...callItems(answer),
          ],
        };
  const type = response.status === 'cancelled' ? 'failed' : response.status;
  return (
    told +
    closed +
    callEvents(write, answer, message.text === '' ? 0 : 1) +
    write(`response.${type}`, { response: { ...response, ...shown } })
  );
};

/** Writes a part of a run as the stream of Open Responses. */
async function* responseEvents(
  { ctx, place, events }: { ctx: Ctx; place: FollowedPlace; events: AsyncIterable<ProgramEvent> },
  exchange: Pick<Exchange, 'toFailure' | 'origin'>,
): AsyncGenerator<string> {
  const { origin } = exchange;
  const write = createWriter();
  const begun = {
    ...agentResponse(await readProgramAnswer(ctx, place), origin),
    ...{ status: 'in_progress', output: [], usage: null, incomplete_details: null, completed_at: null },
  };
  const message = new MessageEvents(write, place);
  yield write('response.created', { response: begun }) + write('response.in_progress', { response: begun });
  try {
    for await (const event of events)
      yield event.type === 'text'
        ? message.add(event.text)
        : ending(write, { answer: event.answer, origin }, message);
  } catch (error) {
    const { message: text = '', code = 'server.internal' } = exchange.toFailure(error);
    yield message.end(false);
    yield write('response.failed', {
      response: { ...begun, status: 'failed', error: { code, message: text } },
    });
  }
  yield 'data: [DONE]\n\n';
}

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
