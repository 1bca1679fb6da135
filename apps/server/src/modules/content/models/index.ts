export { computeCost } from './price.ts';
export { askModel } from './service/ask-model.ts';
export { findModelId, listChatModels } from './service/chosen-models.ts';
export {
  AskedTogether,
  type AskingRun,
  askRecorded,
  completeText,
  computeMaxCost,
} from './service/complete-text.ts';
export { embedTextsUnpaid, questionEmbedding } from './service/embed-texts.ts';
export { type OfferedModels, readOfferedModels } from './service/load-catalogue.ts';
export { quote } from './service/quote.ts';
export { rerankTexts } from './service/rerank-texts.ts';
export {
  findChatModel,
  findVisionModel,
  type ResolvedChatModel,
  resolveChatModel,
} from './service/resolve-chat-model.ts';
export { transcription } from './service/transcribe.ts';
