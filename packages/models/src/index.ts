export {
  type CallOptions,
  type ChatModel,
  type Fetch,
  type ModelPart,
  type ModelRequest,
  type ModelTool,
  type ModelUsage,
} from './chat-model.ts';
export { createChatModel } from './create-chat-model.ts';
export { estimateRequestTokens, estimateTokens, tokensPerPicture } from './estimate-tokens.ts';
export { ModelError, type ModelErrorCode } from './model-error.ts';
export { ProviderConfig } from './provider-config.ts';
export { type ModelReply, ReplyBuilder } from './reply-builder.ts';
export { type TextMessage, toMessageText, toProviderPrompt } from './text-message.ts';
