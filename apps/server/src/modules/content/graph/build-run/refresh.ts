import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findBaseOfImport } from '../../search/index.ts';
import { projectGraph } from '../project-graph.ts';
import { graphRepository } from '../repository/graphs.ts';
import { refreshTask } from '../topic.ts';

/** One refresh for a knowledge base, however many documents come and go meanwhile. */
export const orderRefresh = (tx: TxCtx, knowledgeBaseId: string): Promise<void> =>
  tx.enqueue(refreshTask, { knowledgeBaseId }, { key: `${refreshTask}:${knowledgeBaseId}` });

/** Makes the graph anew without a model, after documents came or went or a build was stopped. */
export const refreshGraph = async (ctx: Ctx, payload: Readonly<Record<string, unknown>>): Promise<void> => {
  await ctx.tx((tx) => projectGraph(tx, String(payload['knowledgeBaseId'])));
};

export const onDocumentsChanged = (
  ctx: AnyCtx,
  { knowledgeBaseId }: { knowledgeBaseId: string },
): Promise<void> => ctx.tx((tx) => orderRefresh(tx, knowledgeBaseId));

/** A document that was read anew says other things than before; what it does not say any more goes from the graph. */
export const onRunFinished = (
  ctx: AnyCtx,
  { kind, subjectId }: { kind: string; subjectId: string },
): Promise<void> =>
  ctx.tx(async (tx) => {
    const knowledgeBaseId = kind === 'knowledge.import' ? await findBaseOfImport(tx, subjectId) : undefined;
    if (knowledgeBaseId !== undefined && (await graphRepository.find(tx.db, knowledgeBaseId)))
      await orderRefresh(tx, knowledgeBaseId);
  });
