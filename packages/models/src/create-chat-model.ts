import type { CallOptions, ChatModel, ModelDeps, ModelRequest } from './chat-model.ts';
import { extractiveModel } from './extractive/extractive-model.ts';
import { openAIChatWire } from './openai/chat-wire.ts';
import { isOpenAIWire } from './openai/endpoint.ts';
import { type ProviderConfig, secretsOf } from './provider-config.ts';
import { sdkChatWire } from './sdk/chat-wire.ts';
import { loadLanguageModel } from './sdk/load-language-model.ts';
import { streamParts } from './wire/stream-parts.ts';

/** Creates a chat model of one provider. No call is made and no provider package is loaded before `stream` is read. */
export const createChatModel = (config: ProviderConfig, deps: ModelDeps): ChatModel => {
  if (config.kind === 'extractive') return extractiveModel(deps.extractiveReply);
  const wire = isOpenAIWire(config)
    ? openAIChatWire(config, deps)
    : sdkChatWire(() => loadLanguageModel(config, deps), secretsOf(config));
  return {
    kind: config.kind,
    modelId: deps.modelId,
    capabilities: { tools: true, structuredOutput: true },
    stream: (request: ModelRequest, options: CallOptions = {}) =>
      streamParts(wire, { request, options, deps }),
  };
};
