import type { ModelRequest, ModelTool } from '../chat-model.ts';
import type { JsonRecord } from '../read-json.ts';
import { chatMessages } from './chat-messages.ts';
import type { Endpoint } from './endpoint.ts';
import { isStrict } from './is-strict.ts';

// Reasoning models refuse sampling settings, so that none are sent to them.
const reasoningModel = /^(o\d|gpt-5(?!.*chat))/;

/** Builds the body of a streamed chat completion. The provider's defaults apply to missing settings. */
export const chatBody = (request: ModelRequest, model: string, endpoint: Endpoint): JsonRecord => ({
  model,
  messages: chatMessages(request.prompt, endpoint.kind),
  stream: true,
  ...(endpoint.takesStreamOptions ? { stream_options: { include_usage: true } } : {}),
  [endpoint.maxTokensField]: request.maxOutputTokens,
  stop: request.stopSequences,
  seed: request.seed,
  reasoning_effort: request.reasoning === 'provider-default' ? undefined : request.reasoning,
  response_format: responseFormat(request.responseFormat),
  ...toolFields(request, endpoint.kind),
  ...(endpoint.kind === 'openai' && reasoningModel.test(model) ? {} : samplingFields(request)),
});

const samplingFields = (request: ModelRequest): JsonRecord => ({
  temperature: request.temperature,
  top_p: request.topP,
  presence_penalty: request.presencePenalty,
  frequency_penalty: request.frequencyPenalty,
});

const toolFields = (request: ModelRequest, kind: Endpoint['kind']): JsonRecord => {
  const { tools = [], toolChoice, providerOptions } = request;
  if (tools.length === 0) return {};
  return {
    tools: tools.map(wireTool),
    tool_choice: toolChoice && wireToolChoice(toolChoice, kind),
    parallel_tool_calls: providerOptions?.['openai']?.['parallelToolCalls'],
  };
};

const wireTool = ({ name, description, inputSchema: parameters, strict }: ModelTool): JsonRecord => ({
  type: 'function',
  function: { name, description, parameters, strict },
});

const wireToolChoice = (choice: NonNullable<ModelRequest['toolChoice']>, kind: Endpoint['kind']): unknown => {
  if (choice.type === 'tool') return { type: 'function', function: { name: choice.toolName } };
  // Mistral names the value `required` differently.
  return choice.type === 'required' && kind === 'mistral' ? 'any' : choice.type;
};

const responseFormat = (format: ModelRequest['responseFormat']): JsonRecord | undefined => {
  if (format?.type !== 'json') return undefined;
  const { schema, name = 'reply', description } = format;
  if (!schema) return { type: 'json_object' };
  return { type: 'json_schema', json_schema: { name, description, schema, strict: isStrict(schema) } };
};
