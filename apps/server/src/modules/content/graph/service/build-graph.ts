import type { GraphBuild } from '@atelier/contracts/content/graph/graph';
import type { GraphEstimate, GraphState } from '@atelier/contracts/content/graph/graph-shapes';
import { toCredits, toMicroCredits } from '../../../../kernel/base/credits.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { cancelRun, dropRuns, orderRun } from '../../../../kernel/runs/index.ts';
import { computeCost } from '../../models/index.ts';
import { getGraphSettings } from '../../search/index.ts';
import { resolveGraphModel, toAnswerModel } from '../graph-models.ts';
import { projectGraph } from '../project-graph.ts';
import { answerRepository, graphRepository } from '../repository.ts';
import { graphRunType, graphSubject, graphTopic, refreshJob } from '../topic.ts';
import { getGraphState, isBuilding, toGraphStatus } from './graph-state.ts';

/** The tokens of the instructions sent with each chunk, and of the reply: a fixed part and one that grows with the text. */
const tokens = { instructions: 330, reply: 120, replyShare: 0.8 };
/** Used until a chunk was measured: the usual milliseconds for a reply of this length, with four chunks at a time. */
const usual = { milliseconds: 4000, lanes: 4 };

/** Estimates the cost of reading the remaining chunks. Throws `knowledge.not_found` and `graph.model_unsupported`. */
export const estimateGraph = async (
  ctx: Ctx,
  knowledgeBaseId: string,
  modelId: string,
): Promise<GraphEstimate> => {
  await ctx.tx((tx) => getGraphSettings(tx, knowledgeBaseId));
  const { price } = await resolveGraphModel(ctx, modelId);
  const scope = { knowledgeBaseId, model: toAnswerModel(modelId) };
  const { counts, average } = await ctx.tx(async (tx) => ({
    counts: await answerRepository.countChunks(tx.db, scope),
    average: await answerRepository.averageTime(tx.db, scope),
  }));
  const { pending_contents: unread, pending_tokens: text } = counts;
  const inputTokens = unread * tokens.instructions + text;
  const outputTokens = Math.ceil(unread * tokens.reply + text * tokens.replyShare);
  return {
    chunks: counts.total,
    known: counts.done,
    inputTokens,
    outputTokens,
    credits: toCredits(computeCost(price, { inputTokens, outputTokens })),
    seconds: Math.ceil((unread * (average ?? usual.milliseconds)) / usual.lanes / 1000),
  };
};

/** A build that continues a stopped one keeps counting its credits; one after a complete build begins at zero. */
const spentSoFar = async (tx: TxCtx, knowledgeBaseId: string): Promise<number> => {
  await graphRepository.takeTurn(tx.db, knowledgeBaseId);
  const found = await graphRepository.find(tx.db, knowledgeBaseId);
  const status = toGraphStatus(found);
  if (isBuilding(status)) fail('graph.already_building');
  return status === 'READY' ? 0 : (found?.graph.buildSpent ?? 0);
};

/**
 * Orders a build that reads every chunk not read yet: a first build, one that continues after a stop, or one that adds new
 * documents. Throws `knowledge.not_found`, `graph.model_unsupported`, `graph.already_building` and `graph.nothing_to_read`.
 */
export const buildKnowledgeGraph = async (
  ctx: Ctx,
  knowledgeBaseId: string,
  { modelId, budgetCredits }: GraphBuild,
): Promise<GraphState> => {
  await ctx.tx((tx) => getGraphSettings(tx, knowledgeBaseId));
  await resolveGraphModel(ctx, modelId);
  const budget = budgetCredits === null ? null : toMicroCredits(budgetCredits);
  await ctx.tx(async (tx) => {
    await getGraphSettings(tx, knowledgeBaseId);
    const scope = { knowledgeBaseId, model: toAnswerModel(modelId) };
    const { total } = await answerRepository.countChunks(tx.db, scope);
    if (total === 0) fail('graph.nothing_to_read');
    const buildSpent = await spentSoFar(tx, knowledgeBaseId);
    const runId = await orderRun(tx, graphRunType, {
      subjectId: graphSubject(knowledgeBaseId),
      scopeId: knowledgeBaseId,
      input: {},
    });
    await graphRepository.put(tx.db, { knowledgeBaseId, modelId, runId, budget, buildSpent });
    await answerRepository.forgetFailures(tx.db, knowledgeBaseId);
    await tx.audit('graph.build_ordered', knowledgeBaseId, { modelId, budgetCredits });
    await tx.signal(graphTopic(knowledgeBaseId), knowledgeBaseId);
  });
  return getGraphState(ctx, knowledgeBaseId);
};

/** Stops a build. Chunks that were read are kept. Throws `knowledge.not_found` and `graph.not_building`. */
export const cancelGraph = async (ctx: Ctx, knowledgeBaseId: string): Promise<GraphState> => {
  await ctx.tx(async (tx) => {
    await getGraphSettings(tx, knowledgeBaseId);
    const found = await graphRepository.find(tx.db, knowledgeBaseId);
    if (!found || !isBuilding(toGraphStatus(found))) return fail('graph.not_building');
    await cancelRun(tx, found.graph.runId);
    await tx.audit('graph.build_cancelled', knowledgeBaseId);
    await tx.signal(graphTopic(knowledgeBaseId), knowledgeBaseId);
  });
  return getGraphState(ctx, knowledgeBaseId);
};

/** Deletes the graph with the stored answers and corrections. Throws `knowledge.not_found`. */
export const removeGraph = (ctx: Ctx, knowledgeBaseId: string): Promise<void> =>
  ctx.tx(async (tx) => {
    await getGraphSettings(tx, knowledgeBaseId);
    // The runs are deleted first: a worker on one of them stops at its next write.
    await dropRuns(tx, [graphSubject(knowledgeBaseId)]);
    await graphRepository.remove(tx.db, knowledgeBaseId);
    await tx.audit('graph.removed', knowledgeBaseId);
    await tx.signal(graphTopic(knowledgeBaseId), knowledgeBaseId);
  });

/** Refreshes of a knowledge base within this time are combined into one, however many documents change. */
export const orderRefresh = (tx: TxCtx, knowledgeBaseId: string): Promise<void> =>
  tx.enqueue(refreshJob, { knowledgeBaseId }, { key: `${refreshJob.name}:${knowledgeBaseId}` });

/** Runs the job that recomputes the graph without a model, after documents were added or removed or a build was stopped. */
export const refreshGraph = async (
  ctx: Ctx,
  { knowledgeBaseId }: { knowledgeBaseId: string },
): Promise<void> => {
  await ctx.tx((tx) => projectGraph(tx, knowledgeBaseId));
};

export const onDocumentsChanged = (
  ctx: AnyCtx,
  { knowledgeBaseId }: { knowledgeBaseId: string },
): Promise<void> => ctx.tx((tx) => orderRefresh(tx, knowledgeBaseId));

/** After documents were imported again, removes from the graph the facts that their texts no longer contain. */
export const onDocumentsRead = async (
  ctx: AnyCtx,
  { knowledgeBaseId }: { knowledgeBaseId: string },
): Promise<void> => {
  const graph = await ctx.read((tx) => graphRepository.find(tx.db, knowledgeBaseId));
  if (graph) await ctx.tx((tx) => orderRefresh(tx, knowledgeBaseId));
};
