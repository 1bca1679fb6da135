import type { ChatMessage, ChatRequest } from '../chat-model.ts';
import type { JsonRecord } from '../read-json.ts';
import type { Endpoint } from './endpoint.ts';

// Reasoning models refuse sampling settings, so that none are sent to them.
const reasoningModel = /^(o\d|gpt-5(?!.*chat))/;

/** Builds the body of a streamed chat completion. The provider's defaults apply to missing settings. */
export const chatBody = (request: ChatRequest, model: string, endpoint: Endpoint): JsonRecord => {
  const system = request.system ? [{ role: 'system', content: request.system }] : [];
  const isReasoning = endpoint.kind === 'openai' && reasoningModel.test(model);
  return {
    model,
    messages: [...system, ...request.messages.map(wireMessage)],
    stream: true,
    ...(endpoint.takesStreamOptions ? { stream_options: { include_usage: true } } : {}),
    [endpoint.maxTokensField]: request.maxTokens,
    ...(isReasoning
      ? {}
      : {
          temperature: request.temperature,
          top_p: request.topP,
          presence_penalty: request.presencePenalty,
          frequency_penalty: request.frequencyPenalty,
        }),
  };
};

/** Pictures are sent inside the message, as data URLs. */
const wireMessage = ({ role, content, pictures = [] }: ChatMessage): JsonRecord => {
  if (pictures.length === 0) return { role, content };
  const shown = pictures.map(({ mediaType, data }) => ({
    type: 'image_url',
    image_url: { url: `data:${mediaType};base64,${data}` },
  }));
  return { role, content: [{ type: 'text', text: content }, ...shown] };
};
