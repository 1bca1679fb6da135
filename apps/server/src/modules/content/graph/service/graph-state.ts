import type { GraphState, GraphStatus } from '@atelier/contracts/content/graph/graph-shapes';
import { toCredits } from '../../../../kernel/base/credits.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { getGraphSettings } from '../../search/index.ts';
import { listGraphModels, toAnswerModel } from '../graph-models.ts';
import { answerRepository, type GraphWithRun, graphRepository } from '../repository.ts';

export const isBuilding = (status: GraphStatus): boolean => status === 'QUEUED' || status === 'RUNNING';
export const canCorrectGraph = (ctx: AnyCtx): boolean => ctx.may('knowledge:write');

const statuses: Record<GraphWithRun['run']['status'], GraphStatus> = {
  QUEUED: 'QUEUED',
  WAITING: 'QUEUED',
  RUNNING: 'RUNNING',
  COMPLETED: 'READY',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
};

/** Returns the status of a graph, which is derived from its latest run. */
export const toGraphStatus = (found: GraphWithRun | undefined): GraphStatus => {
  if (!found) return 'NONE';
  const status = statuses[found.run.status];
  return status === 'READY' && found.graph.stoppedByBudget ? 'STOPPED' : status;
};

const countChunks = async (tx: TxCtx, knowledgeBaseId: string, modelId: string) => {
  const scope = { knowledgeBaseId, model: toAnswerModel(modelId) };
  const { total, done, failed } = await answerRepository.countChunks(tx.db, scope);
  const failures = failed > 0 ? await answerRepository.listFailures(tx.db, scope) : [];
  return { chunks: { total, done, failed, pending: total - done - failed }, failures };
};

const nothingBuilt = {
  stage: null,
  progress: 0,
  cause: null,
  note: null,
  spentCredits: 0,
  buildCredits: 0,
  budgetCredits: null,
  counts: { entities: 0, relations: 0, communities: 0 },
  builtAt: null,
};

const describeRun = ({ graph, run }: GraphWithRun) => ({
  stage: run.stage,
  progress: run.progress,
  cause: run.status === 'FAILED' ? run.cause : null,
  note: graph.note,
  spentCredits: toCredits(graph.spent),
  buildCredits: toCredits(graph.buildSpent),
  budgetCredits: graph.budget === null ? null : toCredits(graph.budget),
  counts: { entities: graph.entities, relations: graph.relations, communities: graph.communities },
  builtAt: graph.builtAt?.toISOString() ?? null,
});

/** Throws `knowledge.not_found`. */
export const getGraphState = async (ctx: Ctx, knowledgeBaseId: string): Promise<GraphState> => {
  const models = await listGraphModels(ctx);
  return ctx.tx(async (tx) => {
    await getGraphSettings(tx, knowledgeBaseId);
    const found = await graphRepository.find(tx.db, knowledgeBaseId);
    const status = toGraphStatus(found);
    return {
      status,
      modelId: found?.graph.modelId ?? null,
      models,
      ...(found ? describeRun(found) : nothingBuilt),
      ...(await countChunks(tx, knowledgeBaseId, found?.graph.modelId ?? '/')),
      abilities: {
        canBuild: tx.may('knowledge:write') && !isBuilding(status),
        canStop: tx.may('knowledge:write') && isBuilding(status),
        canCorrect: canCorrectGraph(tx),
      },
    };
  });
};
