import type { CallOptions, ChatModel, ChatRequest, ModelDeps, ModelEvent } from '../chat-model.ts';
import { estimateTokens } from '../estimate-tokens.ts';
import { ModelError } from '../model-error.ts';
import { extractiveReply } from './extractive-reply.ts';

export const extractiveModelId = 'atelier-extractive';

type ReplyTo = NonNullable<ModelDeps['extractiveReply']>;

/**
 * The model that needs no key and no network: it quotes the sentences of the chunks that answer the last
 * question, each followed by its `[n]`, or says that there is no clear answer and quotes the chunks that come closest. It writes nothing of its own. The same
 * request always gives the same answer. Its usage is an estimate, for statistics; it costs nothing.
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
    // One turn of the event loop for each sentence, so that it leaves before the next one is made.
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
