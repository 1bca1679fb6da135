import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { ChatModel, ModelDeps } from '../../src/chat-model.ts';
import { createChatModel } from '../../src/create-chat-model.ts';
import type { ModelErrorCode } from '../../src/model-error.ts';
import type { ProviderConfig } from '../../src/provider-config.ts';
import { sdkChatWire } from '../../src/sdk/chat-wire.ts';
import { streamParts } from '../../src/wire/stream-parts.ts';
import { anthropicMessages } from './anthropic-messages.ts';
import { bedrockConverse } from './bedrock-converse.ts';
import { chatCompletions } from './chat-completions.ts';
import { googleGenerateContent } from './google-generate-content.ts';
import { openAIResponses } from './openai-responses.ts';
import type { Dialect } from './script.ts';

/** One way to reach a provider, and the features that its protocol lacks. */
export interface Adapter {
  name: string;
  dialect: Dialect;
  open(origin: string, deps: Omit<ModelDeps, 'modelId'>): ChatModel;
  /** The value that stands for `toolChoice: required`. */
  required: string;
  /** The form in which reasoning is sent back to the model: its text with a signature, its text alone, or not at all. */
  keepsReasoning: 'signed' | 'text' | 'no';
  /** True unless arguments are objects, as for Gemini, which can never be invalid text. */
  sendsInputAsText: boolean;
  reportsReasoningTokens: boolean;
  mayLeaveOutUsage: boolean;
  /** The failure of a stream that ends without a reason. The AI SDK calls such a reply of OpenAI invalid. */
  earlyEnd: ModelErrorCode;
  /** True for Nova on Bedrock, which gets the schema of a reply as a tool named json. */
  schemaIsTool: boolean;
}

const modelId = 'fake';

const ours = (
  name: string,
  config: (origin: string) => ProviderConfig,
  differences: Partial<Adapter> = {},
): Adapter => ({
  name,
  dialect: chatCompletions,
  open: (origin, deps) => createChatModel(config(origin), { modelId, ...deps }),
  required: 'required',
  keepsReasoning: 'text',
  sendsInputAsText: true,
  reportsReasoningTokens: true,
  mayLeaveOutUsage: true,
  earlyEnd: 'models.unavailable',
  schemaIsTool: false,
  ...differences,
});

const apiKey = 'key';

/** The AI SDK's protocol for the same providers, below the same layer. The product does not use it. */
const sdkCompatible = (origin: string, deps: Omit<ModelDeps, 'modelId'>): ChatModel => {
  const provider = createOpenAICompatible({
    name: 'fake',
    baseURL: `${origin}/v1`,
    fetch: deps.fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
  });
  const wire = sdkChatWire(async () => provider(modelId), []);
  return {
    kind: 'openai-compatible',
    modelId,
    capabilities: { tools: true, structuredOutput: true },
    stream: (request, options = {}) => streamParts(wire, { request, options, deps }),
  };
};

export const adapters: readonly Adapter[] = [
  ours('openai', (baseUrl) => ({ kind: 'openai', apiKey, baseUrl }), { keepsReasoning: 'no' }),
  ours('openai by responses', (baseUrl) => ({ kind: 'openai', apiKey, baseUrl, protocol: 'responses' }), {
    dialect: openAIResponses,
    keepsReasoning: 'signed',
  }),
  ours('azure', (baseUrl) => ({ kind: 'azure', apiKey, baseUrl }), { keepsReasoning: 'no' }),
  ours('mistral', (baseUrl) => ({ kind: 'mistral', apiKey, baseUrl }), {
    keepsReasoning: 'no',
    required: 'any',
  }),
  ours('groq', (baseUrl) => ({ kind: 'groq', apiKey, baseUrl })),
  ours('ollama', (baseUrl) => ({ kind: 'ollama', baseUrl })),
  ours('openai-compatible', (baseUrl) => ({ kind: 'openai-compatible', baseUrl })),
  ours('openai-compatible by the AI SDK', () => ({ kind: 'extractive' }), {
    open: sdkCompatible,
    earlyEnd: 'models.bad_reply',
  }),
  ours('anthropic', (baseUrl) => ({ kind: 'anthropic', apiKey, baseUrl }), {
    dialect: anthropicMessages,
    open: (baseUrl, deps) =>
      createChatModel({ kind: 'anthropic', apiKey, baseUrl }, { ...deps, modelId: 'claude-sonnet-4-5' }),
    required: 'any',
    keepsReasoning: 'signed',
    mayLeaveOutUsage: false,
  }),
  ours('google', (baseUrl) => ({ kind: 'google', apiKey, baseUrl }), {
    dialect: googleGenerateContent,
    required: 'ANY',
    keepsReasoning: 'signed',
    sendsInputAsText: false,
  }),
  ours(
    'bedrock',
    (baseUrl) => ({ kind: 'bedrock', region: 'eu-central-1', apiKey: 'bedrock-key', baseUrl }),
    {
      dialect: bedrockConverse,
      required: 'any',
      keepsReasoning: 'signed',
      reportsReasoningTokens: false,
      schemaIsTool: true,
    },
  ),
];
