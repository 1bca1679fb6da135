import { defineModule } from '../../../kernel/module/module.ts';
import { modelRoutes } from './routes.ts';

export { costOf } from './price.ts';
export { askModel } from './service/ask-model.ts';
export { askForText, completeText, mostOf, type PaidText } from './service/complete-text.ts';
export { embedTexts, embedTextsUnpaid } from './service/embed-texts.ts';
export { findModelId } from './service/find-model-id.ts';
export { listChatModels } from './service/list-chat-models.ts';
export { readProvidersStamp } from './service/providers-stamp.ts';
export { quoteEmbedding } from './service/quote-embedding.ts';
export { quotePictures, quoteRecording } from './service/quote-media.ts';
export { rerankTexts } from './service/rerank-texts.ts';
export { findVisionModel, type ResolvedChatModel, resolveChatModel } from './service/resolve-chat-model.ts';
export { findTranscriptionModel, secondsOfSize, transcribe } from './service/transcribe.ts';

export const modelsModule = defineModule({ name: 'models', routes: [modelRoutes] });
