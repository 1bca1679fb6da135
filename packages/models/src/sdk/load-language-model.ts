import type { EmbeddingModelV4, LanguageModelV4 } from '@ai-sdk/provider';
import type { Fetch } from '../chat-model.ts';
import { ModelError } from '../model-error.ts';
import type { ProviderConfig } from '../provider-config.ts';
import { withCheckedAnswers, withCheckedLists } from '../wire/check-answer.ts';

/** Providers that are reached through the AI SDK. */
export type SdkConfig = Extract<ProviderConfig, { kind: 'anthropic' | 'google' | 'bedrock' }>;

interface Wanted {
  fetch: Fetch;
  modelId: string;
}

// A package takes about 25 MB once it is loaded, so it is loaded when a provider of its kind is first used. Every setting that a package
// would otherwise read from the server's environment is passed explicitly, so that a tenant's key is never sent to the operator's address.
const loadAnthropic = async (config: Extract<SdkConfig, { kind: 'anthropic' }>, fetch: Fetch) => {
  const { createAnthropic } = await import('@ai-sdk/anthropic');
  return createAnthropic({
    apiKey: config.apiKey,
    fetch,
    baseURL: sdkAddress(config),
  });
};

const loadGoogle = async (config: Extract<SdkConfig, { kind: 'google' }>, fetch: Fetch) => {
  const { createGoogle } = await import('@ai-sdk/google');
  return createGoogle({ apiKey: config.apiKey, fetch, baseURL: sdkAddress(config) });
};

const loadBedrock = async (config: Extract<SdkConfig, { kind: 'bedrock' }>, fetch: Fetch) => {
  const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock');
  const { accessKeyId = '', secretAccessKey = '', sessionToken } = config;
  const token = sessionToken === undefined ? {} : { sessionToken };
  return createAmazonBedrock({
    region: config.region,
    fetch,
    baseURL: sdkAddress(config),
    apiKey: config.apiKey ?? '',
    credentialProvider: async () => ({ accessKeyId, secretAccessKey, ...token }),
  });
};

const withoutRedirects =
  (fetch: Fetch): Fetch =>
  (input, init) =>
    fetch(input, { ...init, redirect: 'manual' });

/** Returns the client for a package of the AI SDK, which parses answers itself and would follow redirects. */
export const sdkFetch = (fetch: Fetch): Fetch => withCheckedAnswers(withoutRedirects(fetch));

/** Returns the address of a provider; an address without a path gets the provider's default path. */
export const sdkAddress = (config: SdkConfig): string => {
  const path = { anthropic: '/v1', google: '/v1beta', bedrock: '' }[config.kind];
  if (config.baseUrl !== undefined)
    return new URL(config.baseUrl).pathname === '/' ? `${config.baseUrl}${path}` : config.baseUrl;
  if (config.kind === 'bedrock') return `https://bedrock-runtime.${config.region}.amazonaws.com`;
  const host = config.kind === 'anthropic' ? 'api.anthropic.com' : 'generativelanguage.googleapis.com';
  return `https://${host}${path}`;
};

export const loadLanguageModel = async (config: SdkConfig, wanted: Wanted): Promise<LanguageModelV4> => {
  const fetch = sdkFetch(wanted.fetch);
  if (config.kind === 'anthropic') return (await loadAnthropic(config, fetch))(wanted.modelId);
  if (config.kind === 'google') return (await loadGoogle(config, fetch))(wanted.modelId);
  return (await loadBedrock(config, fetch))(wanted.modelId);
};

export const loadEmbedder = async (config: SdkConfig, wanted: Wanted): Promise<EmbeddingModelV4> => {
  const fetch = withCheckedLists(withoutRedirects(wanted.fetch));
  if (config.kind === 'google') return (await loadGoogle(config, fetch)).embedding(wanted.modelId);
  if (config.kind === 'bedrock') return (await loadBedrock(config, fetch)).embedding(wanted.modelId);
  throw new ModelError('models.not_found', { providerMessage: 'Anthropic offers no embedding models.' });
};
