import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { openAiFailure, openResponsesFailure } from './openai-failure.ts';
import { ChatCompletionRequest, ResponseRequest } from './openai-shapes.ts';

const access = { allow: 'chat:use' } as const;
const largeBody = {
  bytes: 512 * 1024,
  why: 'programs send the whole conversation with each question',
} as const;

export const openai = defineContract({
  name: 'openai',
  errors: {
    'openai.model_not_found': { kind: 'not_found', message: 'The model does not exist. Use app:<appId>.' },
    'openai.no_question': { kind: 'invalid', message: 'The last message must be a user message with text.' },
    'openai.not_supported': { kind: 'invalid', message: 'An app cannot do what this parameter asks for.' },
    'openai.response_not_found': {
      kind: 'not_found',
      message: 'The response or conversation does not exist, or belongs to another key.',
    },
  },
  endpoints: {
    chatCompletions: {
      method: 'POST',
      path: '/v1/chat/completions',
      summary: 'OpenAI-compatible chat with an app (model app:<appId>)',
      unaudited: 'the conversation itself is the record',
      access,
      rate: 'chat',
      largeBody,
      body: ChatCompletionRequest,
      raw: true,
      failureShape: openAiFailure,
    },
    createResponse: {
      method: 'POST',
      path: '/v1/responses',
      summary: 'Ask an app in the form of Open Responses (model app:<appId>)',
      unaudited: 'the conversation itself is the record',
      access,
      rate: 'chat',
      largeBody,
      body: ResponseRequest,
      raw: true,
      failureShape: openResponsesFailure,
    },
    response: {
      method: 'GET',
      path: '/v1/responses/:id',
      summary: 'Read a response that was created with the same key',
      access,
      params: z.object({ id: z.string().max(100) }),
      raw: true,
      failureShape: openResponsesFailure,
    },
    models: {
      method: 'GET',
      path: '/v1/models',
      summary: 'List apps as OpenAI models',
      access,
      raw: true,
      failureShape: openAiFailure,
    },
    model: {
      method: 'GET',
      path: '/v1/models/:id',
      summary: 'Read one app as an OpenAI model',
      access,
      params: z.object({ id: z.string().max(200) }),
      raw: true,
      failureShape: openAiFailure,
    },
  },
});
