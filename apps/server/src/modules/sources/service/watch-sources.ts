import { setTimeout as sleep } from 'node:timers/promises';
import type { Source } from '@atelier/contracts';
import type { Ctx } from '../../../kernel/context.ts';
import { gatherChanges } from '../../../kernel/gather-changes.ts';
import { getKnowledgeBase, knowledgeTopic } from '../../knowledge/index.ts';
import { sourceRepository } from '../repository/sources.ts';
import { sourceTopic } from '../topic.ts';
import { getSources } from './reads.ts';

/** A source is sent at most this often; counting its items is not for nothing. */
const pauseMs = 1000;
/** How often the caller's right to watch is judged anew, changes or not. */
const recheckMs = 10_000;

/** Who watches: where changes go, and whether they may go there still. */
export interface SourceWatcher {
  signal: AbortSignal;
  isStillAdmitted(): Promise<boolean>;
  sendSource(source: Source): Promise<void>;
  sendRemoved(sourceId: string): Promise<void>;
}

/**
 * Gathers the ids of sources that were signalled. A document that changes may belong to any source that waits for
 * documents (`open`), so all of these count as changed.
 */
const followSources = (ctx: Ctx, knowledgeBaseId: string) => {
  const changes = gatherChanges(recheckMs);
  let open: readonly string[] = [];
  const { live } = ctx.services;
  const stops = [
    live.subscribe(ctx.tenantId, sourceTopic(knowledgeBaseId), (id) => changes.add(id)),
    live.subscribe(ctx.tenantId, knowledgeTopic(knowledgeBaseId), () => changes.add(...open)),
  ];
  return {
    ...changes,
    stop: () => {
      for (const stop of stops) stop();
    },
    waitFor: (ids: readonly string[]) => {
      open = ids;
    },
  };
};

/** The sources that changed, as they are now; an empty id means that any may have. */
const look = (ctx: Ctx, knowledgeBaseId: string, changed: ReadonlySet<string>) =>
  ctx.tx(async (tx) => {
    await getKnowledgeBase(tx, knowledgeBaseId);
    const ids = changed.has('') ? await sourceRepository.listIdsOfBase(tx.db, knowledgeBaseId) : [...changed];
    const found = await getSources(tx, ids);
    const present = new Set(found.map(({ sourceId }) => sourceId));
    return { found, gone: ids.filter((id) => !present.has(id)) };
  });

const isOpen = ({ balance, sync }: Source): boolean =>
  balance.pending > 0 || sync?.status === 'IN-QUEUE' || sync?.status === 'IN-PROGRESS';

/**
 * Tells a watcher how the sources of a knowledge base stand and what changes, until it goes or may not watch any more.
 * Throws `knowledge.not_found`, also once the knowledge base is gone.
 */
export const watchSources = async (
  ctx: Ctx,
  knowledgeBaseId: string,
  open: () => SourceWatcher,
): Promise<void> => {
  await getKnowledgeBase(ctx, knowledgeBaseId);
  const changes = followSources(ctx, knowledgeBaseId);
  const watcher = open();
  const known = new Map<string, Source>();
  let changed = new Set(['']);
  try {
    while (!watcher.signal.aborted) {
      const { found, gone } = changed.size > 0 ? await look(ctx, knowledgeBaseId, changed) : noChange;
      for (const source of found) {
        known.set(source.sourceId, source);
        await watcher.sendSource(source);
      }
      for (const id of gone) {
        known.delete(id);
        await watcher.sendRemoved(id);
      }
      changes.waitFor([...known.values()].filter(isOpen).map(({ sourceId }) => sourceId));
      await changes.next(watcher.signal);
      await sleep(pauseMs, undefined, { signal: watcher.signal }).catch(() => undefined);
      if (!(await watcher.isStillAdmitted())) return;
      changed = changes.take();
    }
  } finally {
    changes.stop();
  }
};

const noChange: Awaited<ReturnType<typeof look>> = { found: [], gone: [] };
