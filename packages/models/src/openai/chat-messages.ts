import { createHash } from 'node:crypto';
import type {
  LanguageModelV4FilePart,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { ModelError } from '../model-error.ts';
import { asString, type JsonRecord } from '../read-json.ts';
import type { Endpoint } from './endpoint.ts';

/** The name under which provider metadata and provider options hold the values that only this protocol uses. */
export const wireName = 'chatCompletions';

type AssistantMessage = Extract<LanguageModelV4Message, { role: 'assistant' }>;
type AssistantPart = AssistantMessage['content'][number];

/** Returns the messages of a prompt as OpenAI's chat completions take them. */
export const chatMessages = (prompt: LanguageModelV4Prompt, kind: Endpoint['kind']): JsonRecord[] =>
  prompt.flatMap((message): JsonRecord[] => {
    switch (message.role) {
      case 'system':
        return [{ role: 'system', content: message.content }];
      case 'user':
        return [{ role: 'user', content: userContent(message.content) }];
      case 'assistant':
        return [assistantMessage(message, kind)];
      case 'tool':
        return message.content.flatMap((part) =>
          part.type === 'tool-result'
            ? [
                {
                  role: 'tool',
                  tool_call_id: wireId(part.toolCallId, kind),
                  content: outputText(part.output),
                },
              ]
            : [],
        );
    }
  });

const userContent = (parts: Extract<LanguageModelV4Message, { role: 'user' }>['content']): unknown =>
  parts.every((part) => part.type === 'text')
    ? parts.map(({ text }) => text).join('\n')
    : parts.map((part) => (part.type === 'text' ? { type: 'text', text: part.text } : filePart(part)));

const filePart = ({ mediaType, data, filename }: LanguageModelV4FilePart): JsonRecord => {
  if (data.type === 'text') return { type: 'text', text: data.text };
  if (data.type === 'url' && mediaType.startsWith('image'))
    return { type: 'image_url', image_url: { url: data.url.toString() } };
  const part = data.type === 'data' ? dataPart(mediaType, base64(data.data), filename) : undefined;
  if (part) return part;
  throw new ModelError('models.unsupported', {
    providerMessage: `A file of the type ${mediaType} cannot be sent.`,
  });
};

const soundFormats: Record<string, string> = { 'audio/wav': 'wav', 'audio/mp3': 'mp3', 'audio/mpeg': 'mp3' };

const dataPart = (mediaType: string, data: string, name = 'document.pdf'): JsonRecord | undefined => {
  const url = `data:${mediaType};base64,${data}`;
  const format = soundFormats[mediaType];
  if (mediaType.startsWith('image')) return { type: 'image_url', image_url: { url } };
  if (format !== undefined) return { type: 'input_audio', input_audio: { data, format } };
  return mediaType === 'application/pdf'
    ? { type: 'file', file: { filename: name, file_data: url } }
    : undefined;
};

const base64 = (data: Uint8Array | string): string =>
  typeof data === 'string' ? data : Buffer.from(data).toString('base64');

const assistantMessage = ({ content }: AssistantMessage, kind: Endpoint['kind']): JsonRecord => {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const calls = content.flatMap((part) => (part.type === 'tool-call' ? [wireCall(part, kind)] : []));
  return {
    role: 'assistant',
    content: text === '' && calls.length > 0 ? null : text,
    ...reasoningField(content, kind),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
};

/** Mistral refuses ids that are not nine letters and digits, as those of other providers are. */
const wireId = (id: string, kind: Endpoint['kind']): string =>
  kind !== 'mistral' || /^[a-zA-Z0-9]{9}$/.test(id)
    ? id
    : createHash('sha256').update(id).digest('hex').slice(0, 9);

const wireCall = (
  part: Extract<AssistantPart, { type: 'tool-call' }>,
  kind: Endpoint['kind'],
): JsonRecord => {
  // Gemini's signature of a thought, which its OpenAI-compatible API expects to be sent back.
  const extra = asString(part.providerOptions?.[wireName]?.['extraContent']);
  return {
    id: wireId(part.toolCallId, kind),
    type: 'function',
    function: { name: part.toolName, arguments: JSON.stringify(part.input) },
    ...(extra === undefined ? {} : { extra_content: parseJson(extra) }),
  };
};

// The chat completions of these providers return no reasoning, and refuse a field for it.
const withoutReasoning = new Set<Endpoint['kind']>(['openai', 'azure', 'mistral']);

/** Reasoning is sent back under the name under which it came. Reasoning of another provider is left out. */
const reasoningField = (content: readonly AssistantPart[], kind: Endpoint['kind']): JsonRecord => {
  if (withoutReasoning.has(kind)) return {};
  const fields: Record<string, string> = {};
  for (const part of content) {
    if (part.type !== 'reasoning') continue;
    const field = asString(part.providerOptions?.[wireName]?.['field']);
    if (field === 'reasoning' || field === 'reasoning_content')
      fields[field] = (fields[field] ?? '') + part.text;
  }
  return fields;
};

/** The result of a tool is a text in this protocol. Its pictures and other files are only named. */
const outputText = (output: LanguageModelV4ToolResultOutput): string => {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value);
    case 'execution-denied':
      return output.reason ?? 'The tool was not allowed to run.';
    case 'content':
      return output.value
        .map((part) => (part.type === 'text' ? part.text : part.type === 'file' ? `[${part.mediaType}]` : ''))
        .join('\n');
  }
};
