import type { CallOptions, ChatModel, ChatRequest, ModelDeps } from './chat-model.ts';
import { extractiveModel } from './extractive/extractive-model.ts';
import { openAIChatWire } from './openai/chat-wire.ts';
import { isOpenAIWire } from './openai/endpoint.ts';
import type { ProviderConfig } from './provider-config.ts';
import { sdkChatWire } from './sdk/chat-wire.ts';
import { streamEvents } from './wire/stream-events.ts';

/** Creates a chat model of one provider. No call is made and no provider package is loaded before `stream` is read. */
export const createChatModel = (config: ProviderConfig, deps: ModelDeps): ChatModel => {
  if (config.kind === 'extractive') return extractiveModel(deps.extractiveReply);
  const wire = isOpenAIWire(config) ? openAIChatWire(config, deps) : sdkChatWire(config, deps);
  return {
    kind: config.kind,
    modelId: deps.modelId,
    stream: (request: ChatRequest, options: CallOptions = {}) =>
      streamEvents(wire, { request, options, deps }),
  };
};
