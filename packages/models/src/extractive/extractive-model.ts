import type { CallOptions, ChatModel, ChatRequest, ModelDeps, ModelEvent } from '../chat-model.ts';
import { estimateTokens } from '../estimate-tokens.ts';
import { ModelError } from '../model-error.ts';
import { extractiveReply } from './extractive-reply.ts';

export const extractiveModelId = 'atelier-extractive';

type ReplyTo = NonNullable<ModelDeps['extractiveReply']>;

/**
 * The built-in model, which needs no key and no network. It quotes the sentences of the chunks that answer the last question, each
 * followed by its `[n]`, or says that there is no clear answer and quotes the closest chunks. It writes no text of its own, and the
 * same request always gives the same answer. It costs nothing; its usage is an estimate for statistics.
 */
export const extractiveModel = (
  replyTo: ReplyTo = (request) => Promise.resolve(extractiveReply(request)),
): ChatModel => ({
  kind: 'extractive',
  modelId: extractiveModelId,
  stream: (request, options = {}) => streamAnswer(request, options, replyTo),
});

async function* streamAnswer(
  request: ChatRequest,
  { signal }: CallOptions,
  replyTo: ReplyTo,
): AsyncGenerator<ModelEvent> {
  if (signal?.aborted) throw new ModelError('models.aborted');
  const inputTokens = inputOf(request);
  let answer = '';
  const finish = (reason: 'stop' | 'aborted'): ModelEvent => ({
    type: 'finish',
    reason,
    usage: { inputTokens, outputTokens: estimateTokens(answer), estimated: true },
  });
  const { form, pieces } = await replyTo(request, signal).catch((error: unknown) => {
    throw signal?.aborted ? new ModelError('models.aborted') : error;
  });
  for (const [at, text] of pieces.entries()) {
    // Yields to the event loop after each sentence, so that the sentence is sent before the next one is computed.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted) {
      yield finish('aborted');
      throw new ModelError('models.aborted');
    }
    answer += text;
    yield { type: 'text', text, ...(at === 0 ? { form } : {}) };
  }
  yield finish('stop');
}

const inputOf = ({ messages, chunks = [] }: ChatRequest): number =>
  [...messages.map(({ content }) => content), ...chunks.map(({ text }) => text)].reduce(
    (sum, text) => sum + estimateTokens(text),
    0,
  );
