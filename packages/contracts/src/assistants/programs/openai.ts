import { z } from 'zod';
import { defineContract } from '../../kernel/contract.ts';
import { openAiFailure, openResponsesFailure } from './openai-failure.ts';
import {
  answeredWith,
  ChatCompletion,
  OpenAiFailure,
  ProgramModel,
  ProgramModels,
  ProgramResponse,
} from './openai-replies.ts';
import { ChatCompletionRequest, ResponseRequest } from './openai-shapes.ts';

const access = { allow: 'chat:use' } as const;
const largeBody = {
  bytes: 2 * 1024 * 1024,
  why: 'programs send the whole conversation with each question, and may add a file',
} as const;

const chatFailure = { make: openAiFailure, body: OpenAiFailure };
const responsesFailure = { make: openResponsesFailure, body: OpenAiFailure };
const json = (says: string, shape: z.ZodType) => ({ 200: { says, content: { 'application/json': shape } } });

export const openai = defineContract({
  name: 'openai',
  alsoFails: [
    'apps.processing',
    'chat.file_not_found',
    'chat.file_unreadable',
    'chat.files_off',
    'models.upstream_unauthorized',
  ],
  errors: {
    'openai.model_not_found': {
      kind: 'not_found',
      message: 'The model does not exist. Use app:<appId> or agent:<agentId>.',
    },
    'openai.call_not_found': {
      kind: 'not_found',
      message:
        'No agent waits for the results of these calls: its run has ended, or belongs to another key. Please ask again, with a user message at the end.',
    },
    'openai.results_missing': {
      kind: 'invalid',
      message: 'Please send the results of all calls of an answer together, in one request.',
    },
    'openai.response_open': {
      kind: 'precondition',
      message: 'This response has not ended. Please read it until it has, and continue it then.',
    },
    'openai.agent_failed': {
      kind: 'upstream',
      message: 'The agent could not finish. Its run says why.',
    },
    'openai.no_question': { kind: 'invalid', message: 'The last message must be a user message with text.' },
    'openai.not_supported': { kind: 'invalid', message: 'The model cannot do what this parameter asks for.' },
    'openai.response_not_found': {
      kind: 'not_found',
      message: 'The response or conversation does not exist, or belongs to another key.',
    },
  },
  endpoints: {
    chatCompletions: {
      method: 'POST',
      path: '/v1/chat/completions',
      summary: 'OpenAI-compatible chat with an app (model app:<appId>) or an agent (agent:<agentId>)',
      unaudited: 'the conversation, or the run of the agent, is the record',
      access,
      rate: 'chat',
      largeBody,
      body: ChatCompletionRequest,
      raw: true,
      sends: answeredWith(ChatCompletion),
      callableFrom: 'OPERATOR_SITES',
      failureShape: chatFailure,
    },
    createResponse: {
      method: 'POST',
      path: '/v1/responses',
      summary: 'Ask an app (model app:<appId>) or an agent (agent:<agentId>) in the form of Open Responses',
      unaudited: 'the conversation, or the run of the agent, is the record',
      access,
      rate: 'chat',
      largeBody,
      body: ResponseRequest,
      raw: true,
      sends: answeredWith(ProgramResponse),
      callableFrom: 'OPERATOR_SITES',
      failureShape: responsesFailure,
    },
    response: {
      method: 'GET',
      path: '/v1/responses/:id',
      summary: 'Read a response that was created with the same key',
      access,
      params: z.object({ id: z.string().max(100) }),
      raw: true,
      sends: json('The response.', ProgramResponse),
      callableFrom: 'OPERATOR_SITES',
      failureShape: responsesFailure,
    },
    models: {
      method: 'GET',
      path: '/v1/models',
      summary: 'List apps and agents as OpenAI models',
      access,
      raw: true,
      sends: json('The apps and agents.', ProgramModels),
      callableFrom: 'OPERATOR_SITES',
      failureShape: chatFailure,
    },
    model: {
      method: 'GET',
      path: '/v1/models/:id',
      summary: 'Read one app or agent as an OpenAI model',
      access,
      params: z.object({ id: z.string().max(200) }),
      raw: true,
      sends: json('The app or the agent.', ProgramModel),
      callableFrom: 'OPERATOR_SITES',
      failureShape: chatFailure,
    },
  },
});
