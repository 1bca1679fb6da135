import type { CallOptions, ModelDeps } from './chat-model.ts';
import type { EmbeddingPurpose } from './embedding-purpose.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { ModelError, toModelError } from './model-error.ts';
import { openAIEmbedder } from './openai/embedder.ts';
import { isOpenAIWire } from './openai/endpoint.ts';
import type { ProviderConfig, ProviderKind } from './provider-config.ts';
import { sdkEmbedder } from './sdk/embedder.ts';
import { Deadline } from './wire/deadline.ts';
import type { BatchReply, Embedder } from './wire/embedder.ts';
import { withRetries } from './wire/with-retries.ts';

export type { EmbeddingPurpose } from './embedding-purpose.ts';

export interface Embeddings {
  /** One vector for each text, in the order of the texts. */
  vectors: Float32Array[];
  usage: { inputTokens: number; estimated: boolean };
}

export interface EmbedOptions extends CallOptions {
  /** The default is `CHUNK`. */
  purpose?: EmbeddingPurpose | undefined;
}

/** An embedding model. Splits long lists into batches. Throws `ModelError`. */
export interface EmbeddingModel {
  readonly kind: ProviderKind;
  readonly modelId: string;
  readonly dimensions?: number | undefined;
  embed(texts: string[], options?: EmbedOptions): Promise<Embeddings>;
}

export interface EmbeddingDeps extends ModelDeps {
  /** Number of dimensions, for models with selectable dimensions. */
  dimensions?: number | undefined;
}

/** Estimated tokens of one call; OpenAI refuses more than 300,000. */
const mostBatchTokens = 100_000;

/**
 * Creates an embedding model of one provider. `embed` sends batches one after another, each with its own time limits and
 * retries. Throws `models.not_found` for Anthropic, Groq and the extractive model, which have no embeddings.
 */
export const createEmbeddingModel = (config: ProviderConfig, deps: EmbeddingDeps): EmbeddingModel => {
  const embedder = createEmbedder(config, deps);
  return {
    kind: config.kind,
    modelId: deps.modelId,
    dimensions: deps.dimensions,
    embed: (texts: string[], options: EmbedOptions = {}) => embedAll(embedder, { texts, options, deps }),
  };
};

const createEmbedder = (config: ProviderConfig, deps: EmbeddingDeps): Embedder => {
  if (config.kind === 'extractive' || config.kind === 'groq' || config.kind === 'anthropic')
    throw new ModelError('models.not_found', {
      providerMessage: 'This provider offers no embedding models.',
    });
  return isOpenAIWire(config) ? openAIEmbedder(config, deps) : sdkEmbedder(config, deps);
};

interface Work {
  texts: string[];
  options: EmbedOptions;
  deps: EmbeddingDeps;
}

const embedAll = async (embedder: Embedder, { texts, options, deps }: Work): Promise<Embeddings> => {
  const vectors: Float32Array[] = [];
  const usage = { inputTokens: 0, estimated: false };
  for (const batch of splitBatches(texts, embedder.batchSize)) {
    const reply = await embedBatch(embedder, { texts: batch, options, deps });
    for (const vector of reply.vectors) vectors.push(toVector(vector, vectors[0]?.length ?? deps.dimensions));
    usage.estimated ||= reply.inputTokens === undefined;
    usage.inputTokens += reply.inputTokens ?? batch.reduce((sum, text) => sum + estimateTokens(text), 0);
  }
  return { vectors, usage };
};

const embedBatch = async (embedder: Embedder, { texts, options, deps }: Work): Promise<BatchReply> => {
  const { signal, purpose = 'CHUNK' } = options;
  const deadline = new Deadline(deps.timeouts, signal);
  try {
    return await withRetries(
      () => {
        deadline.armConnect();
        return deadline.race(embedder.embedBatch(texts, { purpose, signal: deadline.signal }));
      },
      { deadline, retries: deps.retries },
    );
  } catch (error) {
    throw deadline.failure ?? toModelError(error);
  } finally {
    deadline.end();
  }
};

/** Splits texts into batches. Replaces empty texts by a space because providers refuse them. */
const splitBatches = (texts: string[], batchSize: number): string[][] => {
  const batches: string[][] = [];
  let batch: string[] = [];
  let tokens = 0;
  for (const text of texts) {
    const size = estimateTokens(text);
    if (batch.length > 0 && (batch.length >= batchSize || tokens + size > mostBatchTokens)) {
      batches.push(batch);
      batch = [];
      tokens = 0;
    }
    batch.push(text === '' ? ' ' : text);
    tokens += size;
  }
  return batch.length === 0 ? batches : [...batches, batch];
};

const toVector = (value: unknown, dimensions: number | undefined): Float32Array => {
  const isVector =
    Array.isArray(value) && value.length > 0 && value.every((number) => Number.isFinite(number));
  if (!isVector || (dimensions !== undefined && value.length !== dimensions))
    throw new ModelError('models.bad_reply', {
      providerMessage: dimensions === undefined ? 'Not a vector.' : `Not a vector of ${dimensions} numbers.`,
    });
  return Float32Array.from(value);
};
