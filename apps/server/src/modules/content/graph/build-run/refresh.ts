import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { projectGraph } from '../project-graph.ts';
import { graphRepository } from '../repository/graphs.ts';
import { refreshJob } from '../topic.ts';

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
