import { saysNothingWritten } from '@atelier/contracts/content/model-errors';
import { estimateTokens, type ModelUsage } from '@atelier/models';
import { coreQuestion } from '@atelier/models/extractive';
import { AppError } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { costOf, prepareChatModels, type ResolvedChatModel } from '../../../../content/models/index.ts';
import { type PaidEmbeddings, prepareQuestion } from '../../../../content/search/index.ts';
import type { Answerer, Answering } from '../../../apps/index.ts';
import { basicLinks } from './basic-links.ts';
import { longestRewrite } from './find-chunks.ts';
import { mostItCosts } from './most-it-costs.ts';
import { writeBasic } from './write-basic.ts';

/** Returns what is known of the search for a question before the earlier messages are read. */
const searchFor = ({ app, text, isFirst, file }: Answering.AnswerOrder, { modelId }: ResolvedChatModel) => ({
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

const planOf = (
  { app, text: question, file }: Answering.AnswerOrder,
  { resolved, paid }: Means,
): Answering.AnswerPlan => {
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
        : { ...tokens, cost: costOf(resolved.price, tokens), further: paid?.uses },
  };
};

const prepare = async (ctx: Ctx): Promise<Answering.PlanAnswer> => {
  const [chatModels, findPaid] = await Promise.all([prepareChatModels(ctx), prepareQuestion(ctx)]);
  return async (tx, order) => {
    const resolved = (await chatModels(tx))(order.app.settings.modelId);
    return planOf(order, { resolved, paid: await findPaid(tx, searchFor(order, resolved)) });
  };
};

/** BASIC: the model answers from what is found in the app's knowledge bases. */
export const basicAnswerer: Answerer = { ...basicLinks, prepare };
