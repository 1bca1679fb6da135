import { earlierTerms } from './condense-without-model.ts';
import { coreQuestion } from './core-question.ts';
import type { ExtractiveRequest } from './extractive-request.ts';
import { indexSentences } from './index-sentences.ts';
import { detectLanguage, type Language } from './languages/languages.ts';
import { type Earlier, type Question, readQuestion } from './question.ts';
import { type ScoredSentence, scoreSentences } from './score-sentences.ts';

/** A request with its question analysed and the sentences of its chunks scored by words, best first. */
export interface ReadRequest {
  /** The last message as it was written. */
  message: string;
  question: string;
  /** The question before; empty when there is none. */
  before: string;
  /** True for a question that is understood only with the words of the one before. */
  isFollowUp: boolean;
  /** The part of a follow-up that comes from the questions before it. */
  earlier: Earlier;
  asked: Question;
  language: Language;
  scored: ScoredSentence[];
}

/** Reads a request in time linear in the length of chunks and question. */
export const readRequest = ({ messages, chunks = [] }: ExtractiveRequest): ReadRequest => {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  const message = messages[last]?.content ?? '';
  const question = coreQuestion(message);
  const language = detectLanguage(chunks.map(({ text }) => text.slice(0, 600)).join(' ') || question);
  const history = messages.slice(0, Math.max(0, last));
  const before = history.findLast(({ role }) => role === 'user')?.content ?? '';
  const earlier = { words: earlierTerms(history, question).join(' '), question: coreQuestion(before) };
  const asked = readQuestion(question, earlier, language);
  const scored = scoreSentences(indexSentences(chunks, language), asked);
  return { message, question, before, isFollowUp: earlier.words !== '', earlier, asked, language, scored };
};
