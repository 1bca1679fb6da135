import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import type { Fetch } from '../chat-model.ts';
import { ModelError } from '../model-error.ts';
import type { ProviderConfig } from '../provider-config.ts';

/** Kinds whose own protocol the AI SDK speaks for us. */
export type SdkConfig = Extract<ProviderConfig, { kind: 'anthropic' | 'google' | 'bedrock' }>;

interface Wanted {
  fetch: Fetch;
  modelId: string;
}

// Each package costs some 25 MB once loaded, so only a kind that is used is.
const loadAnthropic = async (config: Extract<SdkConfig, { kind: 'anthropic' }>, fetch: Fetch) => {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  return createAnthropic({ apiKey: config.apiKey, fetch, ...addressOf(config) });
};

const loadGoogle = async (config: Extract<SdkConfig, { kind: 'google' }>, fetch: Fetch) => {
  const { createGoogle } = await import('@ai-sdk/google');
  return createGoogle({ apiKey: config.apiKey, fetch, ...addressOf(config) });
};

// Undefined keys would send the package looking for keys in the environment of the server.
const loadBedrock = async (config: Extract<SdkConfig, { kind: 'bedrock' }>, fetch: Fetch) => {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
  const keys = {
    accessKeyId: config.accessKeyId ?? '',
    secretAccessKey: config.secretAccessKey ?? '',
    sessionToken: config.sessionToken ?? '',
  };
  return createAmazonBedrock({
    region: config.region,
    fetch,
    apiKey: config.apiKey ?? '',
    ...(config.apiKey === undefined
      ? { credentialProvider: async () => (config.sessionToken === undefined ? withoutToken(keys) : keys) }
      : {}),
    ...addressOf(config),
  });
};

const withoutToken = ({
  accessKeyId,
  secretAccessKey,
}: {
  accessKeyId: string;
  secretAccessKey: string;
}) => ({
  accessKeyId,
  secretAccessKey,
});

const addressOf = ({ baseUrl }: { baseUrl?: string | undefined }): { baseURL?: string } =>
  baseUrl === undefined ? {} : { baseURL: baseUrl };

export const loadLanguageModel = async (config: SdkConfig, wanted: Wanted): Promise<LanguageModelV4> => {
  if (config.kind === 'anthropic') return (await loadAnthropic(config, wanted.fetch))(wanted.modelId);
  if (config.kind === 'google') return (await loadGoogle(config, wanted.fetch))(wanted.modelId);
  return (await loadBedrock(config, wanted.fetch))(wanted.modelId);
};

export const loadEmbedder = async (config: SdkConfig, wanted: Wanted): Promise<EmbeddingModelV4> => {
  if (config.kind === 'google') return (await loadGoogle(config, wanted.fetch)).embedding(wanted.modelId);
  if (config.kind === 'bedrock') return (await loadBedrock(config, wanted.fetch)).embedding(wanted.modelId);
  throw new ModelError('models.not_found', { providerMessage: 'Anthropic offers no embedding models.' });
};
