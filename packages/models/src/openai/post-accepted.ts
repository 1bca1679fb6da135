import { ModelError } from '../model-error.ts';
import type { JsonRecord } from '../read-json.ts';
import { type Call, postJson } from './post-json.ts';

const optionalFields = [
  'stream_options',
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'max_completion_tokens',
  'max_tokens',
];

/**
 * Sends a chat body; when the provider names an optional setting that this model does not take, sends it
 * again without that one. Which models take which settings is not to be had from any provider.
 */
export const postAccepted = async (call: Call, body: JsonRecord): Promise<Response> => {
  try {
    return await postJson(call, body);
  } catch (error) {
    const reduced = error instanceof ModelError ? withoutRefusedField(error, body) : undefined;
    if (!reduced) throw error;
    return postAccepted(call, reduced);
  }
};

const withoutRefusedField = (error: ModelError, body: JsonRecord): JsonRecord | undefined => {
  const message = error.providerMessage ?? '';
  if (
    error.code !== 'models.refused' ||
    !/unsupported|not supported|unrecognized|unknown|extra/i.test(message)
  )
    return undefined;
  const field = optionalFields.find(
    // expression-is-made: the name comes from a fixed list of request fields and holds no repetition.
    (name) => body[name] !== undefined && new RegExp(`\\b${name}\\b`).test(message),
  );
  if (field === undefined) return undefined;
  const { [field]: value, ...rest } = body;
  const renamed = field === 'max_tokens' && message.includes('max_completion_tokens');
  return renamed ? { ...rest, max_completion_tokens: value } : rest;
};
