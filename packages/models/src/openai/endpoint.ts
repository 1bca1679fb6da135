import type { ProviderConfig } from '../provider-config.ts';

/** Providers with OpenAI's protocol for chat completions and embeddings. */
export type OpenAIWireConfig = Extract<
  ProviderConfig,
  { kind: 'openai' | 'azure' | 'mistral' | 'groq' | 'ollama' | 'openai-compatible' }
>;

/** The address of a provider and its variant of the protocol. `url` takes the model because Azure has it in the path. */
export interface Endpoint {
  kind: OpenAIWireConfig['kind'];
  url: (operation: 'chat/completions' | 'embeddings' | 'audio/transcriptions', model: string) => string;
  modelsUrl: string;
  headers: Record<string, string>;
  /** True when the provider accepts `stream_options`; Mistral refuses unknown fields. */
  takesStreamOptions: boolean;
  /** OpenAI's newer models refuse `max_tokens`; other servers support nothing else. */
  maxTokensField: 'max_completion_tokens' | 'max_tokens';
}

const defaultBase = {
  openai: 'https://api.openai.com/v1',
  mistral: 'https://api.mistral.ai/v1',
  groq: 'https://api.groq.com/openai/v1',
  ollama: 'http://127.0.0.1:11434',
};

const azureApiVersion = '2024-10-21';

export const isOpenAIWire = (config: ProviderConfig): config is OpenAIWireConfig =>
  config.kind === 'azure' || config.kind === 'openai-compatible' || config.kind in defaultBase;

export const openAIEndpoint = (config: OpenAIWireConfig): Endpoint => {
  if (config.kind === 'azure') return azureEndpoint(config);
  const base = buildBaseUrl(config);
  return {
    kind: config.kind,
    url: (operation) => `${base}/${operation}`,
    modelsUrl: `${base}/models`,
    headers: config.apiKey === undefined ? {} : { authorization: `Bearer ${config.apiKey}` },
    takesStreamOptions: config.kind !== 'mistral',
    maxTokensField: config.kind === 'openai' ? 'max_completion_tokens' : 'max_tokens',
  };
};

const buildBaseUrl = (config: Exclude<OpenAIWireConfig, { kind: 'azure' }>): string => {
  if (config.kind === 'openai-compatible') return config.baseUrl;
  const base = config.baseUrl ?? defaultBase[config.kind];
  // Users enter Ollama's base address; its OpenAI-compatible API is under /v1.
  return config.kind === 'ollama' && !base.endsWith('/v1') ? `${base.replace(/\/api$/, '')}/v1` : base;
};

/** Azure has the deployment in the path; with version `v1` or `preview` it takes the model in the body instead. */
const azureEndpoint = (config: Extract<OpenAIWireConfig, { kind: 'azure' }>): Endpoint => {
  const base = (config.baseUrl ?? `https://${config.resourceName}.openai.azure.com`).replace(
    /\/openai(\/v1)?$/,
    '',
  );
  const version = config.apiVersion ?? azureApiVersion;
  const isV1 = version === 'v1' || version === 'preview';
  const query = version === 'v1' ? '' : `?api-version=${version}`;
  return {
    kind: 'azure',
    url: (operation, model) =>
      isV1
        ? `${base}/openai/v1/${operation}${query}`
        : `${base}/openai/deployments/${encodeURIComponent(model)}/${operation}${query}`,
    modelsUrl: isV1 ? `${base}/openai/v1/models${query}` : `${base}/openai/models${query}`,
    headers: { 'api-key': config.apiKey },
    takesStreamOptions: true,
    maxTokensField: isV1 ? 'max_completion_tokens' : 'max_tokens',
  };
};
