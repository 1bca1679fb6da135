import { z } from 'zod';
import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { dropRuns } from '../../../../kernel/runs/index.ts';
import { removeImports, sourceDocuments } from '../../documents/index.ts';
import { sourceRepository } from '../repository/sources.ts';
import { sourceTopic, syncRunType } from '../topic.ts';
import { getSourceRow } from './reads.ts';

export const removeDocumentsJob = defineJob({
  name: 'sources.remove-documents',
  input: z.object({ sourceId: z.string() }),
});

const batch = 200;

/** Runs the job that deletes the documents of a deleted source, in batches. */
export const removeDocuments = async (ctx: Ctx, { sourceId }: { sourceId: string }): Promise<void> => {
  const removeSome = (): Promise<number> =>
    ctx.tx(async (tx) => {
      const ids = await sourceDocuments.listIds(tx, sourceId, batch);
      return ids.length === 0 ? 0 : removeImports(tx, ids);
    });
  while ((await removeSome()) > 0);
};

/**
 * Deletes a source and stops its sync. Its documents stay, unless `documents` is set: then they are deleted afterwards, in
 * the background. Throws `sources.source_not_found`.
 */
export const removeSource = (
  ctx: AnyCtx,
  id: string,
  { documents }: { documents: boolean },
): Promise<{ removed: number; kept: number }> =>
  ctx.tx(async (tx) => {
    const { source } = await getSourceRow(tx, id);
    // The run is deleted first, because a worker locks the run before the source.
    await dropRuns(tx, [id]);
    const count = (await sourceDocuments.count(tx, [id])).get(id) ?? 0;
    await sourceRepository.remove(tx.db, id);
    if (documents) await tx.enqueue(removeDocumentsJob, { sourceId: id });
    const outcome = documents ? { removed: count, kept: 0 } : { removed: 0, kept: count };
    await tx.audit('sources.removed', id, { name: source.name, ...outcome });
    await tx.signal(sourceTopic(source.knowledgeBaseId), id);
    return outcome;
  });

/** Deletes the orders for sources that were deleted with their knowledge base. */
export const forgetSources = (ctx: Ctx, { knowledgeBaseId }: { knowledgeBaseId: string }): Promise<void> =>
  ctx.tx(async (tx) =>
    dropRuns(tx, await sourceRepository.listOrphans(tx.db, syncRunType.kind, knowledgeBaseId)),
  );
