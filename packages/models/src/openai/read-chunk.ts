import type { LanguageModelV4Usage } from '@ai-sdk/provider';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { ModelError } from '../model-error.ts';
import { asArray, asCount, asRecord, asString, type JsonRecord } from '../read-json.ts';
import { checkAnswer } from '../wire/check-answer.ts';
import { refusalInStream } from '../wire/refusal.ts';
import type { ReplyParts } from './reply-parts.ts';

/**
 * Adds the content of one `chat.completion.chunk` (or a whole `chat.completion`) to `reply`. Unknown fields are ignored. Throws
 * `ModelError` for anything but a JSON object, for an `error` object, and for more than a model sends.
 */
export const readChunk = (data: string, reply: ReplyParts, secrets: string[]): void => {
  checkAnswer(data);
  const chunk = asRecord(parseJson(data));
  if (!chunk) throw new ModelError('models.bad_reply', { providerMessage: data.slice(0, 200) });
  if (chunk.error) throw refusalInStream(chunk.error, secrets);
  const usage = asRecord(chunk.usage) ?? asRecord(asRecord(chunk.x_groq)?.usage);
  if (usage) reply.usage = readUsage(usage);
  const choice = asRecord(asArray(chunk.choices)[0]);
  if (!choice) return;
  const delta = asRecord(choice.delta) ?? asRecord(choice.message);
  if (delta) readDelta(delta, reply);
  reply.reason = asString(choice.finish_reason) ?? reply.reason;
};

const readDelta = (delta: JsonRecord, reply: ReplyParts): void => {
  readReasoning(delta, reply);
  if (typeof delta.content === 'string') reply.text(delta.content);
  else for (const item of asArray(delta.content)) readItem(asRecord(item), reply);
  if (typeof delta.refusal === 'string') reply.refuse(delta.refusal);
  if (!Array.isArray(delta.tool_calls)) return;
  for (const item of delta.tool_calls) {
    const call = asRecord(item);
    const named = asRecord(call?.function);
    if (call && named) reply.toolCall(call, named);
  }
};

const readReasoning = (delta: JsonRecord, reply: ReplyParts): void => {
  if (typeof delta.reasoning_content === 'string')
    reply.reasoning(delta.reasoning_content, 'reasoning_content');
  else if (typeof delta.reasoning === 'string') reply.reasoning(delta.reasoning, 'reasoning');
};

/** Some servers send content as a list of typed parts, one of which is Mistral's reasoning. */
const readItem = (item: JsonRecord | undefined, reply: ReplyParts): void => {
  const thoughts = asArray(item?.thinking).map((part) => asString(asRecord(part)?.text) ?? '');
  if (thoughts.length > 0) reply.reasoning(thoughts.join(''), undefined);
  reply.text(asString(item?.text) ?? '');
};

const readUsage = (usage: JsonRecord): LanguageModelV4Usage => {
  const input = asCount(usage.prompt_tokens);
  const output = asCount(usage.completion_tokens);
  const cached = asCount(asRecord(usage.prompt_tokens_details)?.cached_tokens);
  const reasoning = asCount(asRecord(usage.completion_tokens_details)?.reasoning_tokens);
  return {
    inputTokens: { total: input, noCache: less(input, cached), cacheRead: cached, cacheWrite: undefined },
    outputTokens: { total: output, text: less(output, reasoning), reasoning },
  };
};

const less = (total: number | undefined, part: number | undefined): number | undefined =>
  total === undefined || part === undefined ? total : Math.max(0, total - part);
