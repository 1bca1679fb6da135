import type { LanguageModelV4Message } from '@ai-sdk/provider';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { ModelRequest } from '../chat-model.ts';
import { asRecord } from '../read-json.ts';

/**
 * Returns the request with the input of each earlier tool call as an object. Providers refuse a conversation with arguments that are not
 * valid JSON, so that a text that cannot be parsed is sent as `{ rawInvalidInput }`; the model then sees its own text.
 */
export const withReadableInputs = (request: ModelRequest): ModelRequest =>
  request.prompt.some(({ role }) => role === 'assistant')
    ? { ...request, prompt: request.prompt.map(readableMessage) }
    : request;

const readableMessage = (message: LanguageModelV4Message): LanguageModelV4Message =>
  message.role === 'assistant'
    ? {
        ...message,
        content: message.content.map((part) =>
          part.type === 'tool-call' ? { ...part, input: readableInput(part.input) } : part,
        ),
      }
    : message;

const readableInput = (input: unknown): unknown => {
  const parsed = typeof input === 'string' ? parseJson(input) : input;
  return asRecord(parsed) ?? { rawInvalidInput: input };
};
