import { setTimeout as sleep } from 'node:timers/promises';
import type { ImportBalance, KnowledgeImport } from '@atelier/contracts';
import type { z } from 'zod';
import type { Ctx } from '../../../kernel/context.ts';
import { gatherChanges } from '../../../kernel/gather-changes.ts';
import { presentImport } from '../present.ts';
import { importRepository } from '../repository/imports.ts';
import { knowledgeBaseRepository } from '../repository/knowledge-bases.ts';
import { knowledgeTopic } from '../topic.ts';
import { visibleKnowledge } from '../visible-knowledge.ts';
import { getKnowledgeBaseRow, readBalance } from './reads.ts';

/** A row is sent at most this often; what happens in between is told by the next one. */
const pauseMs = 200;
/** How often the caller's right to watch is judged anew, changes or not. */
const recheckMs = 10_000;

type Balance = z.infer<typeof ImportBalance>;

/** Who watches: where changes go, and whether they may go there still. */
export interface Watcher {
  signal: AbortSignal;
  isStillAdmitted(): Promise<boolean>;
  sendImport(row: KnowledgeImport): Promise<void>;
  sendRemoved(importId: string): Promise<void>;
  sendBalance(balance: Balance): Promise<void>;
}

interface View {
  rows: KnowledgeImport[];
  gone: string[];
  balance: Balance;
}

/** The rows that changed as they are now; an empty id means that anything may have. Undefined when the knowledge base is gone, or not to be seen any more. */
const look = (ctx: Ctx, knowledgeBaseId: string, changed: ReadonlySet<string>): Promise<View | undefined> =>
  ctx.tx(async (tx) => {
    const base = await knowledgeBaseRepository.find(tx.db, knowledgeBaseId, visibleKnowledge(tx));
    if (!base) return undefined;
    const ids = [...changed].filter((id) => id !== '');
    const byId = await importRepository.listByIds(tx.db, ids);
    const open = changed.has('') ? await importRepository.listUnfinished(tx.db, knowledgeBaseId) : [];
    const found = new Map([...byId, ...open].map((row) => [row.import.id, row]));
    return {
      rows: [...found.values()].map((row) => presentImport(tx, row)),
      gone: ids.filter((id) => !found.has(id)),
      balance: await readBalance(tx, base),
    };
  });

const send = async (watcher: Watcher, view: View): Promise<void> => {
  for (const row of view.rows) await watcher.sendImport(row);
  for (const id of view.gone) await watcher.sendRemoved(id);
  await watcher.sendBalance(view.balance);
};

/**
 * Tells a watcher how the imports of a knowledge base stand and what changes, until it goes, may not watch any more, or
 * the knowledge base is gone. Throws `knowledge.not_found`.
 */
export const watchImports = async (ctx: Ctx, knowledgeBaseId: string, open: () => Watcher): Promise<void> => {
  await ctx.tx((tx) => getKnowledgeBaseRow(tx, knowledgeBaseId));
  const changes = gatherChanges(recheckMs);
  const stop = ctx.services.live.subscribe(ctx.tenantId, knowledgeTopic(knowledgeBaseId), (id) =>
    changes.add(id),
  );
  const watcher = open();
  let changed = new Set(['']);
  let checkedAt = performance.now();
  try {
    while (!watcher.signal.aborted) {
      const view = changed.size > 0 ? await look(ctx, knowledgeBaseId, changed) : undefined;
      if (changed.size > 0 && !view) return;
      if (view) await send(watcher, view);
      await changes.next(watcher.signal);
      await sleep(pauseMs, undefined, { signal: watcher.signal }).catch(() => undefined);
      if (performance.now() - checkedAt >= recheckMs / 2) {
        if (!(await watcher.isStillAdmitted())) return;
        checkedAt = performance.now();
      }
      changed = changes.take();
    }
  } finally {
    stop();
  }
};
