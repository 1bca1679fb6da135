import type { NewSource, Source, SourceChange } from '@atelier/contracts/content/sources/source-shapes';
import { isSameJson } from '@atelier/contracts/fields/field-values';
import { z } from 'zod';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import { checkRevision } from '../../../../kernel/context/check-revision.ts';
import type { AnyCtx, Ctx } from '../../../../kernel/context/context.ts';
import { defineJob } from '../../../../kernel/context/define-job.ts';
import { dropRuns } from '../../../../kernel/runs/index.ts';
import { getKnowledgeBaseRow } from '../../bases/index.ts';
import { removeImports, sourceDocuments } from '../../documents/index.ts';
import { isSyncing } from '../present.ts';
import { sourceRepository } from '../repository/sources.ts';
import type { SourceRow } from '../tables.ts';
import { sourceTopic, syncRunType } from '../topic.ts';
import { type OpenedInput, openInput } from './open-input.ts';
import { getSource, getSourceRow, lockSourceRow } from './reads.ts';
import { orderSync, scheduleNext } from './start-sync.ts';

const mostSources = 200;

/** Returns the connection of a source, or null for a source that is read without one. */
const needed = ({ connector }: OpenedInput, connectionId: string | null): string | null =>
  connector.connectionFields.length === 0 ? null : connectionId;

/**
 * Creates a source and orders its first sync. Throws `knowledge.not_found`, `sources.too_many`, and what `openInput`
 * throws.
 */
export const createSource = (ctx: AnyCtx, input: NewSource): Promise<Source> =>
  ctx.tx(async (tx) => {
    const { knowledgeBaseId, type, name, schedule, maxItems, skipDuplicates, labels } = input;
    await getKnowledgeBaseRow(tx, knowledgeBaseId);
    const opened = await openInput(tx, input);
    if ((await sourceRepository.count(tx.db, knowledgeBaseId)) >= mostSources) fail('sources.too_many');
    const id = newId('src');
    const { settings } = opened.input;
    const connectionId = needed(opened, input.connectionId ?? null);
    const what = { id, knowledgeBaseId, type, name, settings, connectionId };
    await sourceRepository.insert(tx.db, { ...what, schedule, maxItems, skipDuplicates, labels });
    await tx.audit('sources.created', id, { name, type, knowledgeBaseId });
    await orderSync(tx, await lockSourceRow(tx, id));
    return getSource(tx, id);
  });

type Named<T> = { [K in keyof T]?: Exclude<T[K], undefined> };
const named = <T extends object>(values: T): Named<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Named<T>;

/** Returns whether a change affects what is read. A form sends all settings, including unchanged ones. */
const readsOther = (source: SourceRow, { settings, connectionId }: SourceChange): boolean =>
  (settings !== undefined && !isSameJson(settings, source.settings)) ||
  (connectionId !== undefined && connectionId !== source.connectionId);

/**
 * Changes a source. If the change affects what is read, the next sync starts from the beginning. Throws
 * `sources.source_not_found`, `sources.changed_meanwhile`, `sources.already_syncing`, and what `openInput` throws.
 */
export const updateSource = (
  ctx: AnyCtx,
  id: string,
  { revision, ...change }: SourceChange,
): Promise<Source> =>
  ctx.tx(async (tx) => {
    await checkRevision(tx, 'sources.changed_meanwhile', { id, revision, newest: () => getSource(tx, id) });
    const { source, run } = await lockSourceRow(tx, id);
    const isOther = readsOther(source, change);
    if (isOther && isSyncing(run?.status)) fail('sources.already_syncing');
    const next = { ...source, ...named(change) };
    const opened = isOther ? await openInput(tx, next) : undefined;
    await sourceRepository.update(tx.db, id, {
      ...named(change),
      // Pausing or resuming by hand clears the reason of an earlier automatic pause.
      ...(change.state ? { pauseReason: null, failures: 0 } : {}),
      ...(opened
        ? {
            settings: opened.input.settings,
            connectionId: needed(opened, next.connectionId),
            cursor: null,
          }
        : {}),
    });
    if ((change.schedule || change.state) && !isSyncing(run?.status)) await scheduleNext(tx, next);
    await tx.audit('sources.updated', id, { changed: Object.keys(named(change)) });
    await tx.signal(sourceTopic(source.knowledgeBaseId), id);
    return getSource(tx, id);
  });

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
