import type { Exchange } from '../../../../kernel/module/exchange.ts';
import type { AnswerEvent } from '../../chat/index.ts';
import { Annotations, nested } from './annotations.ts';
import { readBeginning } from './read-beginning.ts';

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
export const completionBody = async (call: Call, events: AsyncIterable<AnswerEvent>) => {
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
