import type { Fetch } from '../chat-model.ts';
import { purposeOptions } from '../embedding-purpose.ts';
import { listSecrets } from '../provider-config.ts';
import type { Embedder } from '../wire/embedder.ts';
import { loadEmbedder, type SdkConfig } from './load-language-model.ts';
import { sdkFailure } from './sdk-failure.ts';

/** Texts per call: Google accepts 100, most of Bedrock's models accept one. */
const batchSizes = { anthropic: 1, google: 100, bedrock: 1 };

/** Embeddings of the providers with a protocol of their own, through their AI SDK packages. */
export const sdkEmbedder = (
  config: SdkConfig,
  deps: { fetch: Fetch; modelId: string; dimensions?: number | undefined },
): Embedder => {
  const secrets = listSecrets(config);
  return {
    batchSize: batchSizes[config.kind],
    embedBatch: async (values, { purpose, signal }) => {
      try {
        const model = await loadEmbedder(config, deps);
        const { google, bedrock } = purposeOptions(purpose, deps.modelId);
        const lengths = deps.dimensions === undefined ? undefined : dimensionOptions(deps.dimensions);
        const providerOptions = {
          google: { ...google, ...lengths?.google },
          bedrock: { ...bedrock, ...lengths?.bedrock },
        };
        const { embeddings, usage } = await model.doEmbed({ values, abortSignal: signal, providerOptions });
        return { vectors: embeddings, inputTokens: usage?.tokens };
      } catch (error) {
        throw await sdkFailure(error, secrets);
      }
    },
  };
};

const dimensionOptions = (dimensions: number) => ({
  google: { outputDimensionality: dimensions },
  bedrock: { dimensions },
});
