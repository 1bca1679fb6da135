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
 * Sends a chat body. When the provider refuses an optional setting, sends it again without that setting. No provider publishes
 * which models accept which settings.
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
