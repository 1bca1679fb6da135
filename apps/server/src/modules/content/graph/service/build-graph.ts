import type { GraphBuild } from '@atelier/contracts/content/graph/graph';
import type { GraphState } from '@atelier/contracts/content/graph/graph-shapes';
import { toMicroCredits } from '../../../../kernel/base/credits.ts';
import { fail } from '../../../../kernel/base/errors.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { cancelRun, dropRuns, orderRun } from '../../../../kernel/runs/index.ts';
import { getGraphSettings } from '../../search/index.ts';
import { resolveGraphModel, toAnswerModel } from '../graph-models.ts';
import { isBuilding } from '../policy.ts';
import { answerRepository } from '../repository/answers.ts';
import { graphRepository } from '../repository/graphs.ts';
import { graphRunType, graphSubject, graphTopic } from '../topic.ts';
import { getGraphState, toGraphStatus } from './graph-state.ts';

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
