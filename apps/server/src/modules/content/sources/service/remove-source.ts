import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import { dropRuns } from '../../../../kernel/runs/index.ts';
import { countDocumentsOfSources, listDocumentsOfSource, removeImports } from '../../documents/index.ts';
import { sourceRepository } from '../repository/sources.ts';
import { sourceTopic, syncRunKind } from '../topic.ts';
import { getSourceRow } from './reads.ts';

export const removeDocumentsTask = 'sources.remove-documents';

const batch = 200;

/** The job: deletes the documents of a source that is gone, in batches. */
export const removeDocuments = async (
  ctx: Ctx,
  payload: Readonly<Record<string, unknown>>,
): Promise<void> => {
  const sourceId = String(payload['sourceId']);
  const removeSome = (): Promise<number> =>
    ctx.tx(async (tx) => {
      const ids = await listDocumentsOfSource(tx, sourceId, batch);
      return ids.length === 0 ? 0 : removeImports(tx, ids);
    });
  while ((await removeSome()) > 0);
};

/**
 * Deletes a source; a sync that is under way stops. Its documents stay unless `documents` is set: then they go after it, in
 * the background. Throws `sources.source_not_found`.
 */
export const removeSource = (
  ctx: AnyCtx,
  id: string,
  { documents }: { documents: boolean },
): Promise<{ removed: number; kept: number }> =>
  ctx.tx(async (tx) => {
    const { source } = await getSourceRow(tx, id);
    // The run goes first: whoever works on it holds its lock before that of the source.
    await dropRuns(tx, [id]);
    const count = (await countDocumentsOfSources(tx, [id])).get(id) ?? 0;
    await sourceRepository.remove(tx.db, id);
    if (documents) await tx.enqueue(removeDocumentsTask, { sourceId: id });
    const outcome = documents ? { removed: count, kept: 0 } : { removed: 0, kept: count };
    await tx.audit('sources.removed', id, { name: source.name, ...outcome });
    await tx.signal(sourceTopic(source.knowledgeBaseId), id);
    return outcome;
  });

/** A knowledge base took its sources along; what was ordered for them goes too. */
export const forgetSourcesOf = (ctx: Ctx, { knowledgeBaseId }: { knowledgeBaseId: string }): Promise<void> =>
  ctx.tx(async (tx) => dropRuns(tx, await sourceRepository.listOrphans(tx.db, syncRunKind, knowledgeBaseId)));
