import type { Fetch } from '../chat-model.ts';
import { wordedFor } from '../embedding-purpose.ts';
import { ModelError } from '../model-error.ts';
import { listSecrets } from '../provider-config.ts';
import { asArray, asCount, asRecord } from '../read-json.ts';
import { parseList } from '../wire/check-answer.ts';
import type { BatchReply, Embedder } from '../wire/embedder.ts';
import { type OpenAIWireConfig, openAIEndpoint } from './endpoint.ts';
import { postJson } from './post-json.ts';

/** Texts per call: below OpenAI's 2,048 and Mistral's undocumented limit, and well below their token limits. */
const batchSize = 96;

/** OpenAI's embeddings call. Source: platform.openai.com/docs/api-reference/embeddings. */
export const openAIEmbedder = (
  config: OpenAIWireConfig,
  deps: { fetch: Fetch; modelId: string; dimensions?: number | undefined },
): Embedder => {
  const endpoint = openAIEndpoint(config);
  const secrets = listSecrets(config);
  const url = endpoint.url('embeddings', deps.modelId);
  return {
    batchSize,
    embedBatch: async (texts, { purpose, signal }) => {
      const { modelId, dimensions } = deps;
      const input = texts.map((text) => wordedFor(purpose, modelId, text));
      const body = { model: modelId, input, dimensions };
      const response = await postJson(
        { fetch: deps.fetch, url, headers: endpoint.headers, secrets, signal },
        body,
      );
      return readReply(await response.text(), texts.length);
    },
  };
};

/** Returns the vectors in the order of the texts, regardless of the order of the reply. */
const readReply = (text: string, expected: number): BatchReply => {
  const reply = asRecord(parseList(text));
  const vectors: unknown[] = [];
  for (const [at, item] of asArray(reply?.data).entries()) {
    const entry = asRecord(item);
    vectors[asCount(entry?.index) ?? at] = entry?.embedding;
  }
  if (vectors.length !== expected)
    throw new ModelError('models.bad_reply', {
      providerMessage: `Sent ${expected} texts, got ${vectors.length} vectors.`,
    });
  return { vectors, inputTokens: asCount(asRecord(reply?.usage)?.prompt_tokens) };
};
