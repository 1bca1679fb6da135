import { DocumentLanguage } from '@atelier/contracts/content/bases/import-shapes';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { getApp, updateApp } from '../../../assistants/apps/index.ts';
import { unstoredAnswers } from '../../../assistants/chat/index.ts';
import { getKnowledgeBaseRow } from '../../../content/bases/index.ts';
import { searchKnowledge } from '../../../content/search/index.ts';
import { findOwn } from './begin.ts';
import { quickStartRepository } from './repository.ts';
import { type ThoughtQuestion, thinkOfQuestions } from './think-of-questions.ts';

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
