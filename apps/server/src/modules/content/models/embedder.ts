import type { EmbeddingModel } from '@atelier/models/embedding';

/** Makes vectors of texts: a provider's model, or one that this server runs itself. */
export type Embedder = Pick<EmbeddingModel, 'embed'>;
