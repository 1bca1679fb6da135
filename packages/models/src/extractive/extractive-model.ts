import type { SharedV4ProviderMetadata } from '@ai-sdk/provider';
import type {
  CallOptions,
  ChatModel,
  ModelDeps,
  ModelFinish,
  ModelPart,
  ModelRequest,
} from '../chat-model.ts';
import { estimateTokens } from '../estimate-tokens.ts';
import { ModelError } from '../model-error.ts';
import { conversationIn } from '../text-message.ts';
import { extractiveReply } from './extractive-reply.ts';
import type { ExtractiveRequest, ReplyForm } from './extractive-request.ts';

const extractiveModelId = 'atelier-extractive';

type ReplyTo = NonNullable<ModelDeps['extractiveReply']>;

/**
 * The built-in model, which needs no key and no network. It quotes the sentences of the chunks that answer the last question, each
 * followed by its `[n]`, or says that there is no clear answer and quotes the closest chunks. It writes no text of its own, and the
 * same request always gives the same answer. It costs nothing; its usage is an estimate for statistics. It has no tools and no
 * structured output: a request for them throws `models.unsupported`.
 */
export const extractiveModel = (
  replyTo: ReplyTo = (request) => Promise.resolve(extractiveReply(request)),
): ChatModel => ({
  kind: 'extractive',
  modelId: extractiveModelId,
  capabilities: { tools: false, structuredOutput: false },
  stream: (request, options = {}) => streamAnswer(request, options, replyTo),
});

const requireSupport = ({ tools = [], responseFormat }: ModelRequest): void => {
  const wanted = tools.length > 0 ? 'call tools' : responseFormat?.type === 'json' ? 'answer in JSON' : '';
  if (wanted !== '')
    throw new ModelError('models.unsupported', {
      providerMessage: `The built-in model quotes documents and cannot ${wanted}.`,
    });
};

const textId = 'answer';

async function* streamAnswer(
  request: ModelRequest,
  { signal }: CallOptions,
  replyTo: ReplyTo,
): AsyncGenerator<ModelPart> {
  requireSupport(request);
  if (signal?.aborted) throw new ModelError('models.aborted');
  const { chunks = [], samples = [] } = request.providerOptions?.extractive ?? {};
  const asked = { messages: conversationIn(request.prompt), chunks, samples };
  let answer = '';
  const { form, pieces } = await replyTo(asked, signal).catch((error: unknown) => {
    throw signal?.aborted ? new ModelError('models.aborted') : error;
  });
  yield { type: 'text-start', id: textId, providerMetadata: { extractive: form } };
  for (const delta of pieces) {
    // Yields to the event loop after each sentence, so that the sentence is sent before the next one is computed.
    await new Promise((resolve) => setImmediate(resolve));
    if (signal?.aborted) {
      yield finish(asked, answer, { unified: 'error', raw: 'models.aborted' });
      throw new ModelError('models.aborted');
    }
    answer += delta;
    yield { type: 'text-delta', id: textId, delta };
  }
  yield { type: 'text-end', id: textId };
  yield finish(asked, answer, { unified: 'stop', raw: 'stop' });
}

const finish = (
  { messages, chunks = [] }: ExtractiveRequest,
  answer: string,
  finishReason: ModelFinish['finishReason'],
): ModelFinish => {
  const read = [...messages.map(({ content }) => content), ...chunks.map(({ text }) => text)];
  const input = read.reduce((sum, text) => sum + estimateTokens(text), 0);
  const output = estimateTokens(answer);
  return {
    type: 'finish',
    finishReason,
    usage: {
      inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: output, text: output, reasoning: undefined },
      estimated: true,
    },
  };
};

const replyKinds = ['ANSWER', 'CLOSEST_CHUNKS', 'NONE'] as const;

/** Returns the kind of a reply of the extractive model, which comes with the start of its text; undefined for any other part. */
export const readReplyForm = (part: ModelPart): ReplyForm | undefined =>
  part.type === 'text-start' && part.providerMetadata ? formIn(part.providerMetadata) : undefined;

const formIn = ({ extractive }: SharedV4ProviderMetadata): ReplyForm | undefined => {
  const kind = replyKinds.find((each) => each === extractive?.['kind']);
  const wordings = extractive?.['wordings'];
  return kind && Array.isArray(wordings) ? { kind, wordings: wordings.map(String) } : undefined;
};
