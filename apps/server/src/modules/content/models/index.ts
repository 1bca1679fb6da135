export { computeCost } from './price.ts';
export { AskedTogether, type AskingRun, askRecorded } from './service/ask-in-run.ts';
export { askModel } from './service/ask-model.ts';
export { findModelId, listChatModels } from './service/chosen-models.ts';
export { completeText, computeMaxCost } from './service/complete-text.ts';
export { embedTextsUnpaid } from './service/embed-texts.ts';
export { type OfferedModels, readOfferedModels } from './service/load-catalogue.ts';
export { questionEmbedding } from './service/question-embedding.ts';
export { quote } from './service/quote.ts';
export { rerankTexts } from './service/rerank-texts.ts';
export {
  findChatModel,
  findVisionModel,
  type ResolvedChatModel,
  resolveChatModel,
} from './service/resolve-chat-model.ts';
export { transcription } from './service/transcribe.ts';
