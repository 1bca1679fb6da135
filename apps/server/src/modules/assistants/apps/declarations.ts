export type {
  AnsweredBy,
  AnswerOrder,
  AnswerPart,
  AnswerPlan,
  AnswerUse,
  AppForChat,
  AskedFile,
  Rehearsal,
  RetrievalRecord,
  Writing,
} from './answer-plan.ts';
export { conversationCounter } from './conversation-counts.ts';
