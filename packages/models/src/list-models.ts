import type { Fetch, Timeouts } from './chat-model.ts';
import { toModelError } from './model-error.ts';
import { isOpenAIWire, openAIEndpoint } from './openai/endpoint.ts';
import { getJson } from './openai/post-json.ts';
import { listSecrets, type ProviderConfig } from './provider-config.ts';
import { asArray, asRecord, asString } from './read-json.ts';
import { sdkAddress } from './sdk/load-language-model.ts';
import { parseList } from './wire/check-answer.ts';
import { Deadline } from './wire/deadline.ts';

export interface ListDeps {
  fetch: Fetch;
  timeouts?: Partial<Timeouts> | undefined;
}

const defaultListTimeouts = { connectMs: 15_000, totalMs: 20_000 };

/**
 * Lists the ids of the models that a provider offers with this key, sorted. Empty for Bedrock, which has no such call on its
 * runtime address. Throws `ModelError`.
 */
export const listModels = async (config: ProviderConfig, deps: ListDeps): Promise<string[]> => {
  const place = buildListRequest(config);
  if (!place) return [];
  const deadline = new Deadline({ ...defaultListTimeouts, ...deps.timeouts }, undefined);
  deadline.armConnect();
  try {
    const reply = await deadline.race(
      getJson({ ...place, fetch: deps.fetch, secrets: listSecrets(config), signal: deadline.signal }).then(
        (response) => response.text(),
      ),
    );
    return modelIds(reply);
  } catch (error) {
    throw deadline.failure ?? toModelError(error);
  } finally {
    deadline.end();
  }
};

const buildListRequest = (
  config: ProviderConfig,
): { url: string; headers: Record<string, string> } | undefined => {
  if (config.kind === 'extractive' || config.kind === 'bedrock') return undefined;
  if (isOpenAIWire(config)) {
    const { modelsUrl, headers } = openAIEndpoint(config);
    return { url: modelsUrl, headers };
  }
  const url = `${sdkAddress(config)}/models`;
  return config.kind === 'google'
    ? { url: `${url}?pageSize=1000`, headers: { 'x-goog-api-key': config.apiKey } }
    : {
        url: `${url}?limit=1000`,
        headers: { 'x-api-key': config.apiKey, 'anthropic-version': '2023-06-01' },
      };
};

/** OpenAI and Anthropic list `data[].id`, Google `models[].name` with a prefix. */
const modelIds = (reply: string): string[] => {
  const body = asRecord(parseList(reply));
  const ids = asArray(body?.data ?? body?.models).map((item) => {
    const record = asRecord(item);
    return asString(record?.id) ?? asString(record?.name)?.replace(/^models\//, '');
  });
  return [...new Set(ids.filter((id) => id !== undefined))].sort();
};
