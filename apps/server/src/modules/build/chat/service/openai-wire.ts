import { Readable } from 'node:stream';
import type { Exchange } from '../../../../kernel/module/exchange.ts';
import type { AnswerEvent } from './answer-question.ts';

interface Call {
  id: string;
  model: string;
  createdAt: Date;
  failureOf: Exchange['failureOf'];
}

interface WireUsage {
  prompt_tokens: number;
  completion_tokens: number;
  total_tokens: number;
}

const usageOf = ({
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

/** Returns the whole answer in the shape of OpenAI's chat completions, with citations and the kind of the reply in additional fields. */
export const completionBody = async (call: Call, events: AsyncIterable<AnswerEvent>) => {
  let content = '';
  let usage = usageOf({ inputTokens: 0, outputTokens: 0 });
  const citations: unknown[] = [];
  let kind = 'ANSWER';
  for await (const event of events) {
    if (event.type === 'token') content += event.text;
    else if (event.type === 'citation') citations.push(event.citation);
    else if (event.type === 'form') kind = event.answerKind;
    else if (event.type === 'done') usage = usageOf(event.usage);
  }
  const message = { role: 'assistant', content, refusal: null };
  return {
    ...frame(call, 'chat.completion'),
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage,
    citations,
    answer_kind: kind,
  };
};

async function* chunks(
  call: Call,
  events: AsyncIterator<AnswerEvent>,
  first: IteratorResult<AnswerEvent>,
  withUsage: boolean,
): AsyncIterable<string> {
  const chunk = (body: object) =>
    `data: ${JSON.stringify({ ...frame(call, 'chat.completion.chunk'), ...body })}\n\n`;
  const choice = (delta: object, reason: string | null) => ({
    choices: [{ index: 0, delta, logprobs: null, finish_reason: reason }],
  });
  let kind = 'ANSWER';
  yield chunk(choice({ role: 'assistant', content: '' }, null));
  try {
    for (let next = first; !next.done; next = await events.next()) {
      const event = next.value;
      if (event.type === 'token') yield chunk(choice({ content: event.text }, null));
      if (event.type === 'form') kind = event.answerKind;
      if (event.type !== 'done') continue;
      yield chunk({ ...choice({}, 'stop'), answer_kind: kind });
      if (withUsage) yield chunk({ choices: [], usage: usageOf(event.usage) });
    }
    yield 'data: [DONE]\n\n';
  } catch (error) {
    const { message } = call.failureOf(error);
    yield `data: ${JSON.stringify({ error: { message, type: 'server_error' } })}\n\n`;
  } finally {
    await events.return?.();
  }
}

/** Returns the answer as OpenAI's stream. A refusal before it starts is thrown, so that it can have its own HTTP status. */
export const completionChunks = async (
  call: Call,
  events: AsyncIterable<AnswerEvent>,
  withUsage: boolean,
): Promise<Readable> => {
  const iterator = events[Symbol.asyncIterator]();
  return Readable.from(chunks(call, iterator, await iterator.next(), withUsage));
};
