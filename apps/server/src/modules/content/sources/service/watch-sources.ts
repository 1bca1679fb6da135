import type { Source } from '@atelier/contracts/content/sources/source-shapes';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { createSharedWatch, type SharedReader } from '../../../../kernel/live/shared-watch.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { knowledgeTopic } from '../../bases/declarations.ts';
import { getKnowledgeBaseRow, knowledgeBaseNames } from '../../bases/index.ts';
import { presentSource } from '../present.ts';
import { sourceRepository } from '../repository/sources.ts';
import { sourceTopic } from '../topic.ts';
import { type CountedSource, countSources } from './reads.ts';

/** The shortest time between two messages about a source, because counting its items is expensive. */
const pauseMs = 1000;
/** Stands for any document of the knowledge base among the changed ids. */
const anyDocument = 'any document';

/** Receives the changes. */
export interface SourceWatcher {
  signal: AbortSignal;
  sendSource(source: Source): Promise<void>;
  sendRemoved(sourceId: string): Promise<void>;
}

const isOpen = ({ balance, sync }: Source): boolean =>
  balance.pending > 0 || sync?.status === 'IN-QUEUE' || sync?.status === 'IN-PROGRESS';

/**
 * Returns the current state of the changed sources or, for a new watcher, of all. A changed document may belong to any
 * source with pending documents (`open`), so all of these count as changed.
 */
const createReader = (knowledgeBaseId: string): SharedReader<CountedSource, null> => {
  const open = new Set<string>();
  return {
    topics: [
      { topic: sourceTopic(knowledgeBaseId) },
      { topic: knowledgeTopic(knowledgeBaseId), as: anyDocument },
    ],
    read: (ctx, changed) =>
      ctx.tx(async (tx) => {
        if ((await knowledgeBaseNames.find(tx, [knowledgeBaseId])).size === 0) return undefined;
        const ids = changed.has('')
          ? await sourceRepository.listIdsOfBase(tx.db, knowledgeBaseId)
          : [...changed].flatMap((id) => (id === anyDocument ? [...open] : [id]));
        const rows = new Map((await countSources(tx, [...new Set(ids)])).map((row) => [row.source.id, row]));
        for (const id of ids) {
          const row = rows.get(id);
          if (row && isOpen(presentSource(tx, row, row))) open.add(id);
          else open.delete(id);
        }
        return { rows, gone: new Set(ids.filter((id) => !rows.has(id))), summary: null };
      }),
  };
};

const watchedSources = defineService({
  name: 'sources.watched',
  create: () => createSharedWatch({ name: 'sources.watch', pauseMs, open: createReader }),
});

/**
 * Sends a watcher the state of the sources of a knowledge base and then every change, until it disconnects or the knowledge
 * base is deleted. Throws `knowledge.not_found`.
 */
export const watchSources = async (
  ctx: Ctx,
  knowledgeBaseId: string,
  open: () => SourceWatcher,
): Promise<void> => {
  await ctx.tx((tx) => getKnowledgeBaseRow(tx, knowledgeBaseId));
  const watcher = open();
  for await (const news of ctx.use(watchedSources).watch(ctx, knowledgeBaseId, watcher.signal)) {
    for (const row of news.rows.values()) await watcher.sendSource(presentSource(ctx, row, row));
    for (const id of news.gone) await watcher.sendRemoved(id);
  }
};
