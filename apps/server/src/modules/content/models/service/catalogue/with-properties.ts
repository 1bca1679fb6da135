import type { ModelProperties } from '@atelier/contracts/content/model-catalogue';
import type { ChatModel, ModelRequest } from '@atelier/models';

const applied = ({ temperature, maxOutputTokens }: ModelProperties, request: ModelRequest): ModelRequest => ({
  ...request,
  ...(request.temperature === undefined && temperature !== null ? { temperature } : {}),
  ...(maxOutputTokens === null
    ? {}
    : { maxOutputTokens: Math.min(request.maxOutputTokens ?? maxOutputTokens, maxOutputTokens) }),
});

/** Returns the model as its properties say: with their temperature where a request has none, and with replies of at most their length. */
export const withProperties = (model: ChatModel, properties: ModelProperties): ChatModel =>
  properties.temperature === null && properties.maxOutputTokens === null
    ? model
    : {
        kind: model.kind,
        modelId: model.modelId,
        capabilities: model.capabilities,
        stream: (request, options) => model.stream(applied(properties, request), options),
      };
