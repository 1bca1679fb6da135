import type { EmbeddingPurpose } from '../embedding-purpose.ts';

/** Unvalidated vectors, in the order of the texts. */
export interface BatchReply {
  vectors: unknown[];
  inputTokens: number | undefined;
}

/** One provider's embedding call. `embedBatch` takes at most `batchSize` texts and throws `ModelError`. */
export interface Embedder {
  batchSize: number;
  embedBatch: (
    texts: string[],
    options: { purpose: EmbeddingPurpose; signal: AbortSignal },
  ) => Promise<BatchReply>;
}
