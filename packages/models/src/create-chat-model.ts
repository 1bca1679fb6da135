import type { CallOptions, ChatModel, ModelDeps, ModelRequest } from './chat-model.ts';
import { extractiveModel } from './extractive/extractive-model.ts';
import { openAIChatWire } from './openai/chat-wire.ts';
import { isOpenAIWire } from './openai/endpoint.ts';
import { listSecrets, type ProviderConfig } from './provider-config.ts';
import { adaptAnswerSchema, adaptSchema } from './schemas/adapt-schema.ts';
import { withFormatInWords } from './schemas/format-in-words.ts';
import { sdkChatWire } from './sdk/chat-wire.ts';
import { loadLanguageModel } from './sdk/load-language-model.ts';
import { responsesWire, speaksResponses } from './sdk/responses-wire.ts';
import { withoutRefusedFormat } from './wire/refused-format.ts';
import { withoutRefusedTools } from './wire/refused-tools.ts';
import { streamParts } from './wire/stream-parts.ts';
import type { Wire } from './wire/wire.ts';

const createWire = (config: Exclude<ProviderConfig, { kind: 'extractive' }>, deps: ModelDeps): Wire => {
  if (speaksResponses(config)) return responsesWire(config, deps);
  return isOpenAIWire(config)
    ? openAIChatWire(config, deps)
    : sdkChatWire(() => loadLanguageModel(config, deps), listSecrets(config));
};

/** Returns the form of an answer as the provider takes it; in words where it takes no schema of this kind. */
const withAdaptedFormat = (request: ModelRequest, { kind }: ProviderConfig): ModelRequest => {
  const { responseFormat } = request;
  if (responseFormat?.type !== 'json' || !responseFormat.schema) return request;
  const schema = adaptAnswerSchema(responseFormat.schema, kind);
  return schema ? { ...request, responseFormat: { ...responseFormat, schema } } : withFormatInWords(request);
};

/** Returns the request with the schemas of its tools and of its answer as the provider takes them. */
const withAdaptedSchemas = (given: ModelRequest, config: ProviderConfig): ModelRequest => {
  const request = withAdaptedFormat(given, config);
  return request.tools
    ? {
        ...request,
        tools: request.tools.map((tool) => ({
          ...tool,
          inputSchema: adaptSchema(tool.inputSchema, config.kind),
        })),
      }
    : request;
};

/** Creates a chat model of one provider. No call is made and no provider package is loaded before `stream` is read. */
export const createChatModel = (config: ProviderConfig, deps: ModelDeps): ChatModel => {
  if (config.kind === 'extractive') return extractiveModel(deps.extractiveReply);
  const wire = withoutRefusedTools(withoutRefusedFormat(createWire(config, deps)));
  return {
    kind: config.kind,
    modelId: deps.modelId,
    capabilities: { tools: true, structuredOutput: true },
    stream: (request: ModelRequest, options: CallOptions = {}) =>
      streamParts(wire, { request: withAdaptedSchemas(request, config), options, deps }),
  };
};
