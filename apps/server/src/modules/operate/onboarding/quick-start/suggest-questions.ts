import { DocumentLanguage } from '@atelier/contracts/content/bases/import-shapes';
import { questionLanguage } from '@atelier/models/extractive';
import { splitSentences } from '@atelier/retrieval/text';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { getApp, updateApp } from '../../../assistants/apps/index.ts';
import { unstoredAnswers } from '../../../assistants/chat/index.ts';
import { getKnowledgeBaseRow } from '../../../content/bases/index.ts';
import { searchKnowledge } from '../../../content/search/index.ts';
import { findOwn } from './begin.ts';
import { quickStartRepository, type SourceChunk } from './repository.ts';

/** A question, and the chunks of which a search for it should find one. */
interface ThoughtQuestion {
  text: string;
  chunkIds: string[];
}

/** Asks about a heading as a person would who knows nothing but its words. */
const about: Record<DocumentLanguage, (topic: string) => string> = {
  english: (topic) => `What should I know about ${topic}?`,
  german: (topic) => `Was sollte ich über „${topic}“ wissen?`,
  french: (topic) => `Que faut-il savoir sur « ${topic} » ?`,
  spanish: (topic) => `¿Qué debo saber sobre «${topic}»?`,
  italian: (topic) => `Che cosa devo sapere su «${topic}»?`,
  portuguese: (topic) => `O que devo saber sobre “${topic}”?`,
  dutch: (topic) => `Wat moet ik weten over “${topic}”?`,
};

const length = { least: 3, most: 60, words: 8 };
const mostSentences = 40;
const longestSentence = 300;

/** Returns the topic of a heading: "Handbook › 3.2 Annual leave:" is about "Annual leave". */
const parseTopic = (heading: string): string =>
  (heading.split(/[>›]/).at(-1) ?? '')
    .trim()
    .replace(/^[\d.()]+\s/, '')
    .replace(/[:.]$/, '')
    .trim();

const isTopic = (topic: string): boolean =>
  topic.length >= length.least &&
  topic.length <= length.most &&
  topic.split(/\s/).length <= length.words &&
  /\p{L}{3}/u.test(topic);

/**
 * Returns a heading as it is written within a sentence: "annual leave" for "Annual leave", but "VAT", "Paris" and "Basis of Presentation"
 * unchanged, as far as English rules can tell.
 */
const withinSentence = (topic: string, language: DocumentLanguage): string =>
  language === 'english' && /^\p{Lu}\p{Ll}+(\s[^\p{Lu}]*)?$/u.test(topic)
    ? topic.charAt(0).toLowerCase() + topic.slice(1)
    : topic;

const ofHeading = ({ id, heading }: SourceChunk, language: DocumentLanguage): ThoughtQuestion[] => {
  const topic = parseTopic(heading ?? '');
  if (!isTopic(topic.replace(/\?$/, ''))) return [];
  const text = topic.endsWith('?') ? topic : about[language](withinSentence(topic, language));
  return [{ text, chunkIds: [id] }];
};

/** The number must follow soon: "The shop is open from Tuesday on, from 9:30" does not say what the shop is. */
const statement =
  /^(the [\p{L}\d][\p{L}\d '-]{3,50}?) (is|are|costs?|lasts?|takes?) (?=(?:\p{L}{1,20} ){0,2}\d)/iu;

/** Nouns for a quantity. “What is the warranty?” asks for one; “What is the battery?” is no English for a battery of 10 Ah. */
const quantity =
  /\b(age|allowance|amount|bonus|budget|capacity|charge|cost|deadline|deposit|discount|distance|duration|fee|fine|height|interest|length|leave|limit|number|period|price|rate|rent|salary|size|speed|sum|tax|temperature|term|total|turnover|value|volume|wage|warranty|weight|width)s?\b/i;

const asked = (subject: string, verb: string): string => {
  const plain = verb.toLowerCase();
  if (plain === 'is' || plain === 'are') return `What ${plain} ${subject}?`;
  const helper = plain.endsWith('s') ? 'does' : 'do';
  return `How ${plain.startsWith('cost') ? 'much' : 'long'} ${helper} ${subject} ${plain.replace(/s$/, '')}?`;
};

/** "The warranty on frames is ten years (2026)." answers "What is the warranty on frames?". */
const ofSentences = ({ id, text }: SourceChunk): ThoughtQuestion[] =>
  splitSentences(text.slice(0, 4000))
    .slice(0, mostSentences)
    .map((sentence) => sentence.text.slice(0, longestSentence).replace(/\s+/g, ' ').trim())
    .flatMap((sentence) => {
      const [, subject, verb] = statement.exec(sentence) ?? [];
      if (subject === undefined || verb === undefined) return [];
      if (/^(is|are)$/i.test(verb) && !quantity.test(subject)) return [];
      return [{ text: asked(subject.charAt(0).toLowerCase() + subject.slice(1), verb), chunkIds: [id] }];
    });

/** Merges equal questions into one, with all the chunks that they were made from. */
const united = (questions: readonly ThoughtQuestion[]): ThoughtQuestion[] => {
  const byText = new Map<string, ThoughtQuestion>();
  for (const { text, chunkIds } of questions) {
    const known = byText.get(text.toLowerCase());
    if (known) known.chunkIds.push(...chunkIds);
    else byText.set(text.toLowerCase(), { text, chunkIds: [...chunkIds] });
  }
  return [...byText.values()];
};

/** The first page of a longer document often has names and addresses instead of text. */
const coverPage = 1;
/** A heading on as many pages is the name of the document or of its owner. */
const manyPages = 3;

const isShouted = (topic: string): boolean => {
  const [words = ''] = topic.split(' (');
  return /\s/.test(words) && !/\p{Ll}/u.test(words);
};

/** Puts headings that rarely name a topic last: those of a first page or of many pages, and several words in capitals. */
const byWorth = (chunks: readonly SourceChunk[]): SourceChunk[] => {
  const pages = new Map<string, Set<number | null>>();
  for (const { heading, page } of chunks) {
    const topic = parseTopic(heading ?? '');
    pages.set(topic, (pages.get(topic) ?? new Set()).add(page));
  }
  const isLong = chunks.some(({ page }) => page !== null && page > coverPage);
  const isDoubtful = ({ heading, page }: SourceChunk): boolean => {
    const topic = parseTopic(heading ?? '');
    return (isLong && page === coverPage) || isShouted(topic) || (pages.get(topic)?.size ?? 0) >= manyPages;
  };
  return [...chunks.filter((chunk) => !isDoubtful(chunk)), ...chunks.filter(isDoubtful)];
};

/**
 * Returns questions that a document seems to answer, best first: sentences that state a number, headings that are questions, headings of
 * chunks with numbers, other headings, those that may name no topic. It uses simple rules, without a model.
 */
export const thinkOfQuestions = (
  allChunks: readonly SourceChunk[],
  language: DocumentLanguage,
): ThoughtQuestion[] => {
  // A heading of another language reads oddly in a question.
  const chunks = allChunks.filter(({ text }) => (questionLanguage(text) ?? language) === language);
  const headed = chunks.filter(({ heading }) => heading !== null);
  const asking = headed.filter(({ heading }) => heading?.trim().endsWith('?'));
  const rest = headed.filter((chunk) => !asking.includes(chunk));
  const hasFigures = ({ text }: SourceChunk) => /\d/.test(text);
  return united([
    ...(language === 'english' ? chunks.flatMap(ofSentences) : []),
    ...[
      ...asking,
      ...byWorth([...rest.filter(hasFigures), ...rest.filter((chunk) => !hasFigures(chunk))]),
    ].flatMap((chunk) => ofHeading(chunk, language)),
  ]);
};

/** An app shows at least three sample questions (APP-13). */
const wanted = 3;
const most = { chunks: 300, searched: 15, asked: 9 };
const longestAnswerMs = 20_000;

/** True when the search returns first a chunk that the question was made from. */
const isFound = async (
  ctx: Ctx,
  knowledgeBaseId: string,
  { text, chunkIds }: ThoughtQuestion,
): Promise<boolean> => {
  const { results } = await searchKnowledge(ctx, {
    knowledgeBaseIds: [knowledgeBaseId],
    query: text,
    mode: 'BM25',
    topK: 1,
    scoreThreshold: 0,
  });
  return results.some(({ chunkId }) => chunkIds.includes(chunkId));
};

/** True when no chosen question is about the same chunk. */
const isElsewhere = (chosen: readonly ThoughtQuestion[], { chunkIds }: ThoughtQuestion): boolean =>
  !chosen.some((earlier) => earlier.chunkIds.some((id) => chunkIds.includes(id)));

/** True when the app itself gives an answer that cites a chunk from which the question was made. */
const isAnswered = async (ctx: Ctx, appId: string, { text, chunkIds }: ThoughtQuestion): Promise<boolean> => {
  const order = { appId, settings: {}, text };
  const answer = await unstoredAnswers.answer(ctx, order, AbortSignal.timeout(longestAnswerMs));
  await ctx.tx((tx) => unstoredAnswers.settle(tx, answer));
  return answer.answerKind === 'ANSWER' && answer.citedChunkIds.some((id) => chunkIds.includes(id));
};

/** Chooses questions that the app itself answers, each about another chunk where there are enough of them. */
const choose = async (
  ctx: Ctx,
  { knowledgeBaseId, appId }: { knowledgeBaseId: string; appId: string },
  thought: readonly ThoughtQuestion[],
): Promise<string[]> => {
  const chosen: ThoughtQuestion[] = [];
  const spare: ThoughtQuestion[] = [];
  let asked = 0;
  for (const question of thought.slice(0, most.searched)) {
    if (chosen.length === wanted || asked === most.asked) break;
    if (!(await isFound(ctx, knowledgeBaseId, question))) continue;
    asked += 1;
    if (!(await isAnswered(ctx, appId, question))) continue;
    (isElsewhere(chosen, question) ? chosen : spare).push(question);
  }
  return [...chosen, ...spare].slice(0, wanted).map(({ text }) => text);
};

/**
 * Chooses questions that the app answers from its documents and adds them to it, unless it has some. Adds none when there are fewer than three.
 * Throws `quick_start.not_found`.
 */
export const suggestQuestions = async (ctx: Ctx): Promise<string[]> => {
  const { own, app, chunks, language } = await ctx.tx(async (tx) => {
    const own = (await findOwn(tx)) ?? fail('quick_start.not_found');
    const { index } = await getKnowledgeBaseRow(tx, own.knowledgeBaseId);
    return {
      own,
      app: await getApp(tx, own.appId),
      chunks: await quickStartRepository.listFirstChunks(tx.db, own.knowledgeBaseId, most.chunks),
      language: DocumentLanguage.safeParse(index.language).data ?? ('english' as const),
    };
  });
  if (app.sampleQuestions.length > 0) return app.sampleQuestions;
  const questions = await choose(ctx, own, thinkOfQuestions(chunks, language));
  if (questions.length < wanted) return [];
  await updateApp(ctx, { appId: own.appId, sampleQuestions: questions });
  return questions;
};
