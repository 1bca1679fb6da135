import { ModelError } from '../model-error.ts';
import { asRecord, type JsonRecord } from '../read-json.ts';
import { type Call, postJson } from './post-json.ts';

const optionalFields = [
  'stream_options',
  'temperature',
  'top_p',
  'presence_penalty',
  'frequency_penalty',
  'max_completion_tokens',
  'max_tokens',
  'stop',
  'seed',
  'reasoning_effort',
  'response_format',
  'parallel_tool_calls',
];

export interface Accepted {
  response: Response;
  /** The settings that the model refused, by their names on the wire. */
  leftOut: string[];
}

/**
 * Sends a chat body. When the provider refuses an optional setting, sends it again without that setting. No provider publishes
 * which models accept which settings.
 */
export const postAccepted = async (
  call: Call,
  body: JsonRecord,
  leftOut: string[] = [],
): Promise<Accepted> => {
  try {
    return { response: await postJson(call, body), leftOut };
  } catch (error) {
    const field = error instanceof ModelError ? refusedField(error, body) : undefined;
    if (!(error instanceof ModelError) || field === undefined) throw error;
    return postAccepted(call, reduced(body, field, error.providerMessage ?? ''), [...leftOut, field]);
  }
};

const refusedField = (error: ModelError, body: JsonRecord): string | undefined => {
  const message = error.providerMessage ?? '';
  if (
    error.code !== 'models.refused' ||
    !/unsupported|not supported|unavailable|unrecognized|unknown|extra/i.test(message)
  )
    return undefined;
  return optionalFields.find(
    // expression-is-made: the name comes from a fixed list of request fields and holds no repetition.
    (name) => body[name] !== undefined && new RegExp(`\\b${name}\\b`).test(message),
  );
};

/** A schema for the reply is first replaced by JSON of any shape, which more models support. */
const reduced = (body: JsonRecord, field: string, message: string): JsonRecord => {
  const { [field]: value, ...rest } = body;
  if (field === 'max_tokens' && message.includes('max_completion_tokens'))
    return { ...rest, max_completion_tokens: value };
  if (field === 'response_format' && asRecord(value)?.type === 'json_schema')
    return { ...rest, response_format: { type: 'json_object' } };
  return rest;
};
