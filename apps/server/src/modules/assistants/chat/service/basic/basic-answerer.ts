import type { ContextSettings } from '@atelier/contracts/assistants/apps/answering';
import { saysNothingWritten } from '@atelier/contracts/content/model-errors';
import { estimateTokens, type ModelUsage } from '@atelier/models';
import { coreQuestion } from '@atelier/models/extractive';
import { followUpTokens, summaryTokens, tableTokens } from '@atelier/models/prompts';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import { holdKnowledgeBases, knowledgeBaseNames } from '../../../../content/bases/index.ts';
import { computeCost, findChatModel, type ResolvedChatModel } from '../../../../content/models/index.ts';
import { type PaidEmbeddings, planQuestionEmbeddings } from '../../../../content/search/index.ts';
import type { AnswerOrder, AnswerPlan } from '../../../apps/declarations.ts';
import type { Answerer } from '../../../apps/index.ts';
import { isTableName } from '../../attached/file-access.ts';
import { chatRepository } from '../../repository.ts';
import { mayCondense } from './earlier-conversation.ts';
import { longestRewrite } from './find-chunks.ts';
import { writeBasic } from './write-basic.ts';

/** Returns the most text that goes to the model besides the chunks. */
const mostBeside = ({ previousSession, staticText }: ContextSettings): number =>
  (previousSession.enabled ? previousSession.tokens : 0) +
  (staticText.enabled ? estimateTokens(staticText.text) : 0);

/**
 * Returns the most that an answer can cost, in micro-credits: a full context and the longest reply, with the calls beside it. The built-in
 * model, which makes no such calls, has no price.
 */
export const mostItCosts = (
  { app, file }: Pick<AnswerOrder, 'app' | 'file'>,
  resolved: ResolvedChatModel,
): number => {
  const { model, chunkingStrategy, followUp, csvAgent } = app.settings;
  const condenses = mayCondense(app, resolved);
  const asksTables = file === undefined ? csvAgent : isTableName(file.name);
  const { contextMaxToken } = model;
  return computeCost(resolved.price, {
    inputTokens:
      contextMaxToken +
      mostBeside(chunkingStrategy) +
      (followUp ? contextMaxToken : 0) +
      (condenses ? contextMaxToken + summaryTokens : 0) +
      (asksTables ? tableTokens.input : 0),
    outputTokens:
      model.responseMaxToken +
      (followUp ? followUpTokens : 0) +
      (condenses ? summaryTokens : 0) +
      (asksTables ? tableTokens.output : 0),
  });
};

/** Returns what is known of the search for a question before the earlier messages are read. */
const searchFor = ({ app, text, isFirst, file }: AnswerOrder, { modelId }: ResolvedChatModel) => ({
  // A file is searched by words, which needs no embedding.
  knowledgeBaseIds: file === undefined ? app.knowledgeBaseIds : [],
  settings: app.settings.retrieval,
  query: isFirst || !app.settings.followupConversation ? coreQuestion(text) : undefined,
  mostTokens: Math.max(estimateTokens(text), longestRewrite),
  modelId,
});

interface Means {
  resolved: ResolvedChatModel;
  paid: PaidEmbeddings | undefined;
}

const buildAnswerPlan = (
  { app, text: question, file }: AnswerOrder,
  { resolved, paid }: Means,
): AnswerPlan => {
  const tokens = { inputTokens: 0, outputTokens: 0 };
  const onUsage = ({ inputTokens, outputTokens }: ModelUsage) => {
    tokens.inputTokens += inputTokens.total;
    tokens.outputTokens += outputTokens.total;
  };
  let isFree = false;
  const onFailure = (error: unknown) => {
    isFree = error instanceof AppError && saysNothingWritten(error.code);
  };
  return {
    modelId: resolved.modelId,
    hold: { amount: mostItCosts({ app, file }, resolved), further: paid?.calls ?? [] },
    write: (writing) => writeBasic({ ...writing, app, question, file, resolved, paid, onUsage, onFailure }),
    used: () =>
      isFree
        ? { inputTokens: 0, outputTokens: 0, cost: 0 }
        : { ...tokens, cost: computeCost(resolved.price, tokens), further: paid?.uses },
  };
};

/** BASIC: the model answers from what is found in the app's knowledge bases. */
export const basicAnswerer: Answerer = {
  orchestration: 'BASIC',

  async check(tx, { knowledgeBaseIds }) {
    const ids = [...new Set(knowledgeBaseIds)];
    const names = await knowledgeBaseNames.find(tx, ids);
    const missing = ids.filter((id) => !names.has(id));
    if (missing.length > 0) fail('apps.knowledge_base_not_found', { missing });
    const off = (await holdKnowledgeBases(tx, ids)).filter(({ status }) => status === 'OFF');
    if (off.length > 0) fail('apps.knowledge_base_off', { names: off.map(({ id }) => names.get(id)) });
  },

  isReady: async (tx, { knowledgeBaseIds }) =>
    knowledgeBaseIds.length === 0 || chatRepository.isAnyPublished(tx.db, knowledgeBaseIds),

  findNames: () => Promise.resolve(new Map()),

  findAnswering: (_tx, row) => Promise.resolve(row),

  async plan(tx, order, offered) {
    const resolved = await findChatModel(tx, offered, order.app.settings.modelId);
    const paid = await planQuestionEmbeddings(tx, offered, searchFor(order, resolved));
    return buildAnswerPlan(order, { resolved, paid });
  },
};
