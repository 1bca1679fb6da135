export { type Comparison, likenessModel, sentencesToCompare } from './choosing/likeness.ts';
export { listSynonyms } from './concepts.ts';
export { condenseWithoutModel } from './condense-without-model.ts';
export { coreQuestion } from './core-question.ts';
export { readReplyForm } from './extractive-model.ts';
export { extractiveReply } from './extractive-reply.ts';
export type { ExtractiveOptions, ExtractiveReply, ExtractiveRequest } from './extractive-request.ts';
export { questionLanguage } from './languages/question-language.ts';
export { smallTalk } from './small-talk.ts';
