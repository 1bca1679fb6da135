import type { GraphState, GraphStatus } from '@atelier/contracts';
import type { Ctx, TxCtx } from '../../../kernel/context.ts';
import { getGraphGround } from '../../knowledge/index.ts';
import { answerModelOf, listGraphModels } from '../graph-models.ts';
import { canBuildGraph, canCorrectGraph, canStopGraph } from '../policy.ts';
import { answerRepository } from '../repository/answers.ts';
import { type GraphWithRun, graphRepository } from '../repository/graphs.ts';

/** Micro-credits in one credit. */
export const microPerCredit = 1_000_000;

const statuses: Record<GraphWithRun['run']['status'], GraphStatus> = {
  QUEUED: 'QUEUED',
  WAITING: 'QUEUED',
  RUNNING: 'RUNNING',
  COMPLETED: 'READY',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
};

/** How a graph stands is a view on its latest run. */
export const graphStatusOf = (found: GraphWithRun | undefined): GraphStatus => {
  if (!found) return 'NONE';
  const status = statuses[found.run.status];
  return status === 'READY' && found.graph.stoppedByBudget ? 'STOPPED' : status;
};

const passagesOf = async (tx: TxCtx, knowledgeBaseId: string, modelId: string) => {
  const place = { knowledgeBaseId, model: answerModelOf(modelId) };
  const { total, done, failed } = await answerRepository.countPassages(tx.db, place);
  const failures = failed > 0 ? await answerRepository.listFailures(tx.db, place) : [];
  return { passages: { total, done, failed, pending: total - done - failed }, failures };
};

const describeRun = (found: GraphWithRun | undefined) => ({
  stage: found?.run.stage ?? null,
  progress: found?.run.progress ?? 0,
  cause: found?.run.status === 'FAILED' ? found.run.cause : null,
  note: found?.graph.note ?? null,
  spentCredits: (found?.graph.spent ?? 0) / microPerCredit,
  buildCredits: (found?.graph.buildSpent ?? 0) / microPerCredit,
  budgetCredits: typeof found?.graph.budget === 'number' ? found.graph.budget / microPerCredit : null,
  counts: {
    entities: found?.graph.entities ?? 0,
    relations: found?.graph.relations ?? 0,
    communities: found?.graph.communities ?? 0,
  },
  builtAt: found?.graph.builtAt?.toISOString() ?? null,
});

/** Throws `knowledge.not_found`. */
export const getGraphState = async (ctx: Ctx, knowledgeBaseId: string): Promise<GraphState> => {
  await ctx.tx((tx) => getGraphGround(tx, knowledgeBaseId));
  const models = await listGraphModels(ctx);
  return ctx.tx(async (tx) => {
    await getGraphGround(tx, knowledgeBaseId);
    const found = await graphRepository.find(tx.db, knowledgeBaseId);
    const status = graphStatusOf(found);
    return {
      status,
      modelId: found?.graph.modelId ?? null,
      models,
      ...describeRun(found),
      ...(await passagesOf(tx, knowledgeBaseId, found?.graph.modelId ?? '/')),
      abilities: {
        canBuild: canBuildGraph(tx, status),
        canStop: canStopGraph(tx, status),
        canCorrect: canCorrectGraph(tx),
      },
    };
  });
};
