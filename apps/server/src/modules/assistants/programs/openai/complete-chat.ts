import type { openai } from '@atelier/contracts/assistants/programs/openai';
import type { RequestOf } from '@atelier/contracts/kernel/contract';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import type { AlreadyAnswered } from '../../../../kernel/module/module.ts';
import { type AnswerEvent, answerQuestion } from '../../chat/index.ts';
import { Annotations, nested } from './annotations.ts';
import { requireApp } from './find-app.ts';
import { readBeginning } from './read-beginning.ts';
import { readMessages } from './read-input.ts';
import { sendStream } from './send-stream.ts';
import { takeFile, toOwner } from './take-file.ts';
import { refuseUnsupported } from './unsupported.ts';

interface Call {
  id: string;
  model: string;
  createdAt: Date;
  /** The origin of the server, and the app that answers. */
  origin: string;
  appId: string;
  failureOf: Exchange['toFailure'];
}

interface WireUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

const toWireUsage = ({
  inputTokens,
  outputTokens,
}: {
  inputTokens: number;
  outputTokens: number;
}): WireUsage => ({
  prompt_tokens: inputTokens,
  completion_tokens: outputTokens,
  total_tokens: inputTokens + outputTokens,
});

const frame = (call: Call, object: string) => ({
  id: call.id,
  object,
  created: Math.floor(call.createdAt.getTime() / 1000),
  model: call.model,
});

/** The parts of an answer that are known while it arrives. */
class Progress {
  content = '';
  kind = 'ANSWER';
  writtenBy = 'MODEL';
  usage = toWireUsage({ inputTokens: 0, outputTokens: 0 });
  conversationId = '';
  readonly citations: unknown[] = [];
  readonly #call: Call;
  #annotations: Annotations | undefined;

  constructor(call: Call) {
    this.#call = call;
  }

  get annotations() {
    return (this.#annotations?.all ?? []).map(nested);
  }

  add(event: AnswerEvent): void {
    if (event.type === 'start') {
      this.#annotations = new Annotations({ ...this.#call, queryId: event.queryId });
      this.conversationId = event.conversationId;
    } else if (event.type === 'token') {
      this.content += event.text;
      this.#annotations?.addText(event.text);
    } else if (event.type === 'citation') {
      this.citations.push(event.citation);
      this.#annotations?.addCitation(event.citation);
    } else if (event.type === 'form') {
      this.kind = event.answerKind;
      this.writtenBy = event.origin;
    } else this.usage = toWireUsage(event.usage);
  }
}

/** The reason with which OpenAI ends an answer. What a guardrail held back has the reason of filtered content. */
const toFinishReason = (kind: string): string => (kind === 'BLOCKED' ? 'content_filter' : 'stop');

/** Returns the whole answer in the shape of OpenAI's chat completions, with citations, the kind of the reply and who wrote it in additional fields. */
const completionBody = async (call: Call, events: AsyncIterable<AnswerEvent>) => {
  const progress = new Progress(call);
  for await (const event of events) progress.add(event);
  const { content, annotations, usage, citations, kind, writtenBy, conversationId } = progress;
  const message = { role: 'assistant', content, refusal: null, annotations };
  return {
    ...frame(call, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: toFinishReason(kind) }],
    usage,
    citations,
    answer_kind: kind,
    answer_origin: writtenBy,
    conversation_id: conversationId,
  };
};

async function* chunks(
  call: Call,
  events: AsyncIterable<AnswerEvent>,
  withUsage: boolean,
): AsyncIterable<string> {
  const chunk = (body: object) =>
    `data: ${JSON.stringify({ ...frame(call, 'chat.completion.chunk'), ...body })}\n\n`;
  const choice = (delta: object, reason: string | null) => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  });
  const progress = new Progress(call);
  yield chunk(choice({ role: 'assistant', content: '' }, null));
  try {
    for await (const event of events) {
      progress.add(event);
      if (event.type === 'token') yield chunk(choice({ content: event.text }, null));
      if (event.type !== 'done') continue;
      const { annotations, citations, kind, writtenBy, usage, conversationId } = progress;
      yield chunk({
        ...choice(annotations.length > 0 ? { annotations } : {}, toFinishReason(kind)),
        citations,
        answer_kind: kind,
        answer_origin: writtenBy,
        conversation_id: conversationId,
      });
      if (withUsage) yield chunk({ choices: [], usage });
    }
    yield 'data: [DONE]\n\n';
  } catch (error) {
    const { message, code } = call.failureOf(error);
    yield `data: ${JSON.stringify({ error: { message, type: 'server_error', param: null, code } })}\n\n`;
  }
}

/** Returns the answer as OpenAI's stream. A failure before it shows anything is thrown, so that it can have its own HTTP status. */
export const completionChunks = async (
  call: Call,
  events: AsyncIterable<AnswerEvent>,
  withUsage: boolean,
): Promise<AsyncIterable<string>> => {
  const begun = await readBeginning(events[Symbol.asyncIterator](), ({ type }) => type !== 'start');
  return chunks(call, begun, withUsage);
};

type Endpoint = (typeof openai.endpoints)['chatCompletions'];
type Body = RequestOf<Endpoint>['body'];

/** Asks an app in the form of OpenAI's chat completions. Each call brings its whole conversation, and is stored as one of its own. */
export const completeChat = async (
  ctx: Ctx,
  body: Body,
  exchange: Exchange<Endpoint>,
): Promise<AlreadyAnswered> => {
  refuseUnsupported(body);
  const { question, history, file } = readMessages(body.messages);
  if (body.stream)
    exchange.holdStream(ctx.tenantId, async ({ own }) => {
      if (own) await requireApp(own, body.model);
      return own !== null;
    });
  const fileId = await takeFile(ctx, { file, model: body.model, signal: exchange.signal });
  let appId = '';
  const events = answerQuestion(
    ctx,
    {
      open: async (tx) => {
        const app = await requireApp(tx, body.model);
        appId = app.appId;
        return app;
      },
      text: question,
      ...{ owner: toOwner(ctx), history, fileId },
    },
    exchange.signal,
  );
  const call = {
    id: `chatcmpl-${ctx.requestId}`,
    model: body.model,
    createdAt: ctx.now(),
    origin: exchange.origin,
    get appId() {
      return appId;
    },
    failureOf: (thrown: unknown) => exchange.toFailure(thrown),
  };
  if (!body.stream)
    return exchange.sendRaw({
      type: 'application/json',
      body: JSON.stringify(await completionBody(call, events)),
    });
  const withUsage = body.stream_options?.include_usage === true;
  return sendStream(exchange, await completionChunks(call, events, withUsage));
};
