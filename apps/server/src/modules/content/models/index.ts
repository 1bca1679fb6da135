export { computeCost } from './price.ts';
export { askModel } from './service/ask-model.ts';
export { embedTextsUnpaid, questionEmbedding, rerankTexts } from './service/call-by-tokens.ts';
export { findModelId, listChatModels } from './service/chosen-models.ts';
export {
  AskedTogether,
  type AskingRun,
  askRecorded,
  completeText,
  computeMaxCost,
} from './service/complete-text.ts';
export { type OfferedModels, readOfferedModels } from './service/load-catalogue.ts';
export { quote } from './service/quote.ts';
export {
  findChatModel,
  findVisionModel,
  type ResolvedChatModel,
  resolveChatModel,
} from './service/resolve-chat-model.ts';
export { transcription } from './service/transcribe.ts';
