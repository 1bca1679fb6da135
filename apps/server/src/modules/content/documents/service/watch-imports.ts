import type { ImportBalance, KnowledgeImport } from '@atelier/contracts/content/bases/import-shapes';
import type { z } from 'zod';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { findEntityNames } from '../../../../kernel/entities/entity-kind.ts';
import { createSharedWatch, type SharedReader } from '../../../../kernel/live/shared-watch.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { defineService } from '../../../../kernel/services/services.ts';
import { knowledgeTopic } from '../../bases/declarations.ts';
import { findKnowledgeBaseRow, getKnowledgeBaseRow } from '../../bases/index.ts';
import { presentBalance, presentImport } from '../present.ts';
import { importListRepository } from '../repository/import-list.ts';
import { importRepository } from '../repository/imports.ts';
import type { ImportWithRun } from '../tables.ts';

/** The shortest time between two messages about a row. Changes in between are included in the next message. */
const pauseMs = 200;

type Balance = z.infer<typeof ImportBalance>;

/** Returns the current state of the changed rows or, for a new watcher, of all unfinished ones. */
const createReader = (knowledgeBaseId: string): SharedReader<ImportWithRun, Balance> => ({
  topics: [{ topic: knowledgeTopic(knowledgeBaseId) }],
  read: (ctx, changed) =>
    ctx.read(async (tx) => {
      const ids = [...changed].filter((id) => id !== '');
      const [base, counts, byId, open] = await Promise.all([
        findKnowledgeBaseRow(tx, knowledgeBaseId),
        importListRepository.countByStatus(tx.db, [knowledgeBaseId]),
        importRepository.listByIds(tx.db, ids),
        changed.has('') ? importListRepository.listUnfinished(tx.db, knowledgeBaseId) : [],
      ]);
      if (!base) return undefined;
      const rows = new Map([...byId, ...open].map((row) => [row.import.id, row]));
      return {
        rows,
        gone: new Set(ids.filter((id) => !rows.has(id))),
        summary: presentBalance(counts, base.base.unchangedFiles),
      };
    }),
});

const watchedImports = defineService({
  name: 'knowledge.watched-imports',
  create: () => createSharedWatch({ name: 'knowledge.watch-imports', pauseMs, open: createReader }),
});

/** Receives the changes. */
export interface Watcher {
  signal: AbortSignal;
  sendImport(row: KnowledgeImport): Promise<void>;
  sendRemoved(importId: string): Promise<void>;
  sendBalance(balance: Balance): Promise<void>;
}

/**
 * Returns whether the actor still sees a knowledge base as `ctx` did. After a change of role the abilities differ, so the
 * watcher must reconnect.
 */
export const seesKnowledgeBaseAsBefore = async (
  { actor }: Ctx,
  asker: Anonymous,
  knowledgeBaseId: string,
): Promise<boolean> => {
  const own = asker.own;
  if (!own || !('role' in actor) || asker.principal?.role !== actor.role) return false;
  return own.tx(async (tx) => (await findEntityNames(tx, [knowledgeBaseId])).size > 0);
};

/**
 * Sends a watcher the state of the imports of a knowledge base and then every change, until it disconnects or the knowledge
 * base is deleted. Throws `knowledge.not_found`.
 */
export const watchImports = async (ctx: Ctx, knowledgeBaseId: string, open: () => Watcher): Promise<void> => {
  await ctx.read((tx) => getKnowledgeBaseRow(tx, knowledgeBaseId));
  const watcher = open();
  for await (const news of ctx.use(watchedImports).watch(ctx, knowledgeBaseId, watcher.signal)) {
    for (const row of news.rows.values()) await watcher.sendImport(presentImport(ctx, row));
    for (const id of news.gone) await watcher.sendRemoved(id);
    await watcher.sendBalance(news.summary);
  }
};
