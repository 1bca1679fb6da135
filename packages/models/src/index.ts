export {
  type CallOptions,
  type ChatMessage,
  type ChatModel,
  type ChatRequest,
  type Chunk,
  defaultRetries,
  defaultTimeouts,
  type EmbeddingModel,
  type EmbeddingPurpose,
  type Embeddings,
  type ExtractiveReply,
  type Fetch,
  type FinishReason,
  type ModelDeps,
  type ModelEvent,
  type ModelUsage,
  type Picture,
  type ReplyForm,
  type Timeouts,
} from './chat-model.ts';
export { countTokens } from './count-tokens.ts';
export { createChatModel } from './create-chat-model.ts';
export { createEmbeddingModel, type EmbeddingDeps } from './create-embedding-model.ts';
export { estimateRequestTokens, estimateTokens, tokensPerPicture } from './estimate-tokens.ts';
export { synonymsOf } from './extractive/concepts.ts';
export { condenseWithoutModel } from './extractive/condense-without-model.ts';
export { coreQuestion } from './extractive/core-question.ts';
export { extractiveModelId } from './extractive/extractive-model.ts';
export { smallTalk } from './extractive/small-talk.ts';
export { findKnownModel, type KnownModel, knownModels, listPriceOf } from './known-models.ts';
export { type ListDeps, listModels } from './list-models.ts';
export { ModelError, type ModelErrorCode } from './model-error.ts';
export { buildCondensePrompt } from './prompts/condense-prompt.ts';
export { cutHistory } from './prompts/cut-history.ts';
export { buildKnowledgePrompt } from './prompts/knowledge-prompt.ts';
export { ProviderConfig, type ProviderKind, secretsOf } from './provider-config.ts';
export { type ProviderField, type ProviderType, providerTypes } from './provider-types.ts';
export { type Reranked, type RerankRequest, rerankChunks } from './rerank-chunks.ts';
export { type ProviderTest, testProvider } from './test-provider.ts';
export {
  mostRecordingBytes,
  type SpokenLine,
  type Transcript,
  transcribeRecording,
} from './transcribe-recording.ts';
export { minutePriceOf } from './transcription-prices.ts';
