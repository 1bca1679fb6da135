import type { FinishReason } from '../chat-model.ts';
import { ModelError } from '../model-error.ts';
import { asArray, asCount, asRecord, asString, type JsonRecord, parseJson } from '../read-json.ts';
import { refusalInStream } from '../wire/refusal.ts';
import type { UpstreamPart } from '../wire/wire.ts';

const reasons: Record<string, FinishReason> = {
  stop: 'stop',
  length: 'length',
  content_filter: 'content_filter',
  tool_calls: 'tool_calls',
};

/**
 * Adds the content of one `chat.completion.chunk` (or a whole `chat.completion`) to `part`. Unknown fields are ignored. Throws
 * `ModelError` for anything but a JSON object, and for an `error` object.
 */
export const readChunk = (data: string, part: UpstreamPart, secrets: string[]): void => {
  const chunk = asRecord(parseJson(data));
  if (!chunk) throw new ModelError('models.bad_reply', { providerMessage: data.slice(0, 200) });
  if (chunk.error) throw refusalInStream(chunk.error, secrets);
  readUsage(asRecord(chunk.usage) ?? asRecord(asRecord(chunk.x_groq)?.usage), part);
  const choice = asRecord(asArray(chunk.choices)[0]);
  if (!choice) return;
  const reason = asString(choice.finish_reason);
  if (reason !== undefined) part.reason = reasons[reason] ?? 'other';
  const delta = asRecord(choice.delta) ?? asRecord(choice.message);
  const text = delta && textOf(delta);
  if (text) part.text = part.text === undefined ? text : part.text + text;
};

// Some servers send content as a list of typed parts; a refusal has a field of its own.
const textOf = (delta: JsonRecord): string | undefined => {
  if (typeof delta.content === 'string')
    return delta.content === '' ? asString(delta.refusal) : delta.content;
  if (Array.isArray(delta.content))
    return delta.content.map((item) => asString(asRecord(item)?.text) ?? '').join('');
  return asString(delta.refusal);
};

const readUsage = (usage: JsonRecord | undefined, part: UpstreamPart): void => {
  const inputTokens = asCount(usage?.prompt_tokens);
  const outputTokens = asCount(usage?.completion_tokens);
  if (inputTokens !== undefined) part.inputTokens = inputTokens;
  if (outputTokens !== undefined) part.outputTokens = outputTokens;
};
