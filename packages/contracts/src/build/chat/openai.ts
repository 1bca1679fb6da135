import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';

const Part = z.object({ type: z.literal('text'), text: z.string() });
const ChatMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant']),
  content: z.union([z.string(), z.array(Part)]).nullish(),
});

/** OpenAI's own shape; unknown fields are accepted and ignored, so that official clients work unchanged. */
export const ChatCompletionRequest = z.looseObject({
  model: z.string().min(1).max(200),
  messages: z.array(ChatMessage).min(1).max(500),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  user: z.string().max(200).nullish(),
});

export const openai = defineContract({
  name: 'openai',
  errors: {
    'openai.model_not_found': { kind: 'not_found', message: 'The model does not exist. Use app:<appId>.' },
    'openai.no_question': { kind: 'invalid', message: 'The last message must be a user message with text.' },
  },
  endpoints: {
    chatCompletions: {
      method: 'POST',
      path: '/v1/chat/completions',
      summary: 'OpenAI-compatible chat with an app (model app:<appId>)',
      unaudited: 'the conversation itself is the record',
      access: { allow: 'chat:use' },
      rate: 'chat',
      largeBody: { bytes: 512 * 1024, why: 'programs send the whole conversation with each question' },
      body: ChatCompletionRequest,
      raw: true,
    },
    models: {
      method: 'GET',
      path: '/v1/models',
      summary: 'List apps as OpenAI models',
      access: { allow: 'chat:use' },
      raw: true,
    },
  },
});
