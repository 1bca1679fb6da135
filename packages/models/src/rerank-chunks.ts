import type { CallOptions, ModelDeps } from './chat-model.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { ModelError, toModelError } from './model-error.ts';
import { isOpenAIWire, type OpenAIWireConfig, openAIEndpoint } from './openai/endpoint.ts';
import { type Call, postJson } from './openai/post-json.ts';
import { listSecrets, type ProviderConfig } from './provider-config.ts';
import { asArray, asCount, asRecord, type JsonRecord } from './read-json.ts';
import { parseList } from './wire/check-answer.ts';
import { Deadline } from './wire/deadline.ts';
import { withRetries } from './wire/with-retries.ts';

export interface Reranked {
  /** One relevance score for each text, in the order of the texts; higher is better. */
  scores: number[];
  usage: { inputTokens: number; estimated: boolean };
}

export interface RerankRequest {
  query: string;
  texts: readonly string[];
}

/**
 * Calls the rerank endpoint of an OpenAI-compatible provider: `/rerank` as in Cohere, Jina, Voyage, vLLM and LiteLLM, or that of
 * Hugging Face's text-embeddings-inference, which is beside `/v1`. Throws `ModelError`.
 */
export const rerankChunks = async (
  config: ProviderConfig,
  deps: ModelDeps,
  request: RerankRequest & CallOptions,
): Promise<Reranked> => {
  if (!isOpenAIWire(config) || config.kind === 'azure')
    throw new ModelError('models.not_found', { providerMessage: 'This provider offers no reranking.' });
  if (request.texts.length === 0) return { scores: [], usage: { inputTokens: 0, estimated: false } };
  const deadline = new Deadline(deps.timeouts, request.signal);
  try {
    return await withRetries(
      () => {
        deadline.armConnect();
        return deadline.race(askEither(config, deps, { ...request, signal: deadline.signal }));
      },
      { deadline, retries: deps.retries },
    );
  } catch (error) {
    throw deadline.failure ?? toModelError(error);
  } finally {
    deadline.end();
  }
};

type Asked = RerankRequest & { signal: AbortSignal };

/** Tries the common protocol first, then the other one if the server does not support it. */
const askEither = async (config: OpenAIWireConfig, deps: ModelDeps, asked: Asked): Promise<Reranked> => {
  const { headers, modelsUrl } = openAIEndpoint(config);
  const base = modelsUrl.replace(/\/models$/, '');
  const call = (url: string): Call => ({
    fetch: deps.fetch,
    url,
    headers,
    secrets: listSecrets(config),
    signal: asked.signal,
  });
  const { query, texts } = asked;
  const usual = { model: deps.modelId, query, documents: texts, top_n: texts.length };
  try {
    return read(await postJson(call(`${base}/rerank`), usual), asked);
  } catch (error) {
    const code = error instanceof ModelError ? error.code : undefined;
    if (code !== 'models.not_found' && code !== 'models.refused') throw error;
    const plain: JsonRecord = { query, texts, truncate: true };
    return read(await postJson(call(`${base.replace(/\/v1$/, '')}/rerank`), plain), asked);
  }
};

const read = async (response: Response, { query, texts }: RerankRequest): Promise<Reranked> => {
  const parsed = parseList(await response.text());
  const reply = asRecord(parsed);
  const scores = readScores(Array.isArray(parsed) ? parsed : asArray(reply?.results ?? reply?.data), texts);
  const counted = asCount(asRecord(reply?.usage)?.total_tokens);
  const estimate = () => texts.reduce((sum, text) => sum + estimateTokens(text) + estimateTokens(query), 0);
  return { scores, usage: { inputTokens: counted ?? estimate(), estimated: counted === undefined } };
};

const readScores = (items: readonly unknown[], texts: readonly string[]): number[] => {
  const scores = new Map<number, number>();
  for (const item of items) {
    const entry = asRecord(item);
    const index = asCount(entry?.index);
    const score = entry?.relevance_score ?? entry?.score;
    if (index !== undefined && index < texts.length && typeof score === 'number' && Number.isFinite(score))
      scores.set(index, score);
  }
  if (scores.size !== texts.length)
    throw new ModelError('models.bad_reply', {
      providerMessage: `Sent ${texts.length} chunks, got ${scores.size} scores.`,
    });
  return texts.map((_, index) => scores.get(index) ?? 0);
};
