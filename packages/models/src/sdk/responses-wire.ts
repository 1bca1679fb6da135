import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Fetch, ModelRequest } from '../chat-model.ts';
import { openAIEndpoint } from '../openai/endpoint.ts';
import { isStrict } from '../openai/is-strict.ts';
import { listSecrets, type ProviderConfig } from '../provider-config.ts';
import type { Upstream, Wire } from '../wire/wire.ts';
import { sdkChatWire } from './chat-wire.ts';
import { sdkFetch } from './load-language-model.ts';

type ResponsesConfig = Extract<ProviderConfig, { kind: 'openai' | 'azure' | 'openai-compatible' }>;

/** Returns whether the chat models of a provider are called by OpenAI's responses. */
export const speaksResponses = (config: ProviderConfig): config is ResponsesConfig =>
  'protocol' in config && config.protocol === 'responses';

/** Sends the headers of a provider, and no key to one that needs none. */
const withHeaders =
  (fetch: Fetch, given: Record<string, string>): Fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers);
    headers.delete('authorization');
    for (const [name, value] of Object.entries(given)) headers.set(name, value);
    return fetch(input, { ...init, headers });
  };

/** Azure has the responses under its version v1 only. */
const buildEndpoint = (config: ResponsesConfig) =>
  openAIEndpoint(config.kind === 'azure' ? { ...config, apiVersion: 'v1' } : config);

// Nothing is stored at the provider: each request contains the whole conversation, with the thoughts of the model in encrypted form.
const withoutStore = (request: ModelRequest, { thoughts }: ResponsesConfig): ModelRequest => {
  const { responseFormat, providerOptions } = request;
  const strictJsonSchema = responseFormat?.type === 'json' && isStrict(responseFormat.schema ?? {});
  const openai = {
    ...providerOptions?.['openai'],
    ...{ store: false, strictJsonSchema },
    ...(thoughts === 'shown' && { reasoningSummary: 'auto' }),
  };
  return { ...request, providerOptions: { ...providerOptions, openai } };
};

// The provider has no word for the end of a complete response but its status, which the package leaves out. Without a last event the
// package gives another reason, which counts as interrupted.
const completed: ReadonlySet<string> = new Set(['stop', 'tool-calls', 'content-filter']);

const withStatus = (part: LanguageModelV4StreamPart): LanguageModelV4StreamPart => {
  if (part.type !== 'finish' || part.finishReason.raw !== undefined) return part;
  return completed.has(part.finishReason.unified)
    ? { ...part, finishReason: { ...part.finishReason, raw: 'completed' } }
    : part;
};

const withStatuses = (upstream: Upstream): Upstream => ({
  next: async () => (await upstream.next()).map(withStatus),
  close: () => upstream.close(),
});

/** OpenAI's responses, by the package of the AI SDK. Source: platform.openai.com/docs/api-reference/responses. */
export const responsesWire = (config: ResponsesConfig, deps: { fetch: Fetch; modelId: string }): Wire => {
  const { headers, modelsUrl } = buildEndpoint(config);
  const wire = sdkChatWire(async () => {
    // Loaded when it is first used, and with every setting that it would otherwise read from the environment of the server.
    const { createOpenAI } = await import('@ai-sdk/openai');
    const provider = createOpenAI({
      apiKey: 'in the headers',
      baseURL: modelsUrl.replace(/\/models$/, ''),
      fetch: withHeaders(sdkFetch(deps.fetch), headers),
    });
    return provider.responses(deps.modelId);
  }, listSecrets(config));
  return {
    open: async (request, signal) => withStatuses(await wire.open(withoutStore(request, config), signal)),
  };
};
