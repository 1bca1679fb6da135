import type { ReadEnd, SourceEvent } from '@atelier/connectors';
import type { z } from 'zod';
import { AppError } from '../../../../kernel/base/errors.ts';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import {
  defineRun,
  type RunCause,
  type RunContext,
  type RunEnd,
  type RunSubject,
  type ShownSubject,
} from '../../../../kernel/runs/index.ts';
import { removeImports } from '../../documents/index.ts';
import { type Batch, writeBatch } from '../items/write-batch.ts';
import { itemRepository, type NewItem } from '../repository/items.ts';
import { sourceRepository } from '../repository/sources.ts';
import { connectorIo, explainFailure, inSourceTurn, openInput } from '../service/open-input.ts';
import { cancelSync, retrySync, scheduleNext } from '../service/start-sync.ts';
import type { SourceRow } from '../tables.ts';
import { sourceTopic, syncRunType } from '../topic.ts';

/** The limits of one transaction: its events and bytes, and the time that items wait before they are stored. */
const largest = { events: 25, bytes: 8 * 1024 * 1024, waitMs: 2000 };
/** A reading ends when the source has skipped more items than this, because nobody reads such a long report. */
const mostSkipped = 10_000;
/** The share of a sync's progress that reading accounts for. */
const readingShare = 0.95;

/** The result of a reading. `note` says why it ended early. */
interface Reading extends ReadEnd {
  note?: string;
}

/** Returns the next event, or throws on abort: a source that does not answer must not delay a cancellation. */
const readNextEvent = async (
  events: AsyncGenerator<SourceEvent, ReadEnd>,
  signal: AbortSignal,
): Promise<IteratorResult<SourceEvent, ReadEnd>> => {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([events.next(), promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

/** Collects events and stores them in small batches. */
const createGatherer = (run: RunContext, source: SourceRow) => {
  const origin = { sourceId: source.id, syncId: run.runId, origin: 'SYNC' as const };
  let batch: Batch = { items: [], unchanged: [], skipped: [] };
  let bytes = 0;
  let since = Date.now();
  const size = () => batch.items.length + batch.unchanged.length + batch.skipped.length;
  const flush = async (): Promise<void> => {
    const full = batch;
    batch = { items: [], unchanged: [], skipped: [] };
    bytes = 0;
    since = Date.now();
    await writeBatch(run.ctx, { source, origin, commit: (work) => run.write(work) }, full);
  };
  return {
    async take(event: SourceEvent): Promise<void> {
      if (event.kind === 'item') batch.items.push(event.item);
      if (event.kind === 'unchanged') batch.unchanged.push(event.externalId);
      if (event.kind === 'skipped') batch.skipped.push(event);
      bytes += event.kind === 'item' ? event.item.file.bytes.byteLength : 0;
      const isFull = size() >= largest.events || bytes >= largest.bytes;
      if (isFull || Date.now() - since >= largest.waitMs) await flush();
    },
    end: async (): Promise<void> => {
      if (size() > 0) await flush();
    },
  };
};

const limitNote = (most: number): string =>
  `The source holds more than its limit of ${most.toLocaleString('en')} documents. The rest was not read, and nothing was removed. Raise the limit in its settings to read on.`;

/** Counts items for the limit and the progress. */
const createCounter = (run: RunContext, { maxItems }: SourceRow) => {
  let total = 0;
  let items = 0;
  let skipped = 0;
  return {
    /** Returns why the reading ends before this event, if it does. */
    stopAt(event: SourceEvent): string | undefined {
      if (event.kind === 'total') total = event.count;
      else if (event.kind === 'skipped') skipped += 1;
      else items += 1;
      if (items > maxItems) return limitNote(maxItems);
      return skipped > mostSkipped
        ? 'The source leaves too much out, so the rest was not read. Please check its settings.'
        : undefined;
    },
    show: (): Promise<void> => {
      const whole = Math.min(total, maxItems);
      const fraction = whole > 0 ? Math.min(items / whole, 1) * readingShare : 0;
      const stage = items === 1 ? 'Reading: 1 document' : `Reading: ${items.toLocaleString('en')} documents`;
      return run.progress(fraction, stage);
    },
  };
};

/** Reads a source to its end or its limit, and stores the items as they arrive. */
const readSource = async (
  run: RunContext,
  source: SourceRow,
  events: AsyncGenerator<SourceEvent, ReadEnd>,
): Promise<Reading> => {
  const gatherer = createGatherer(run, source);
  const counter = createCounter(run, source);
  try {
    for (;;) {
      const { done, value } = await readNextEvent(events, run.signal);
      if (done) {
        await gatherer.end();
        return value;
      }
      const note = counter.stopAt(value);
      if (note !== undefined) {
        await gatherer.end();
        return { isComplete: false, note };
      }
      await gatherer.take(value);
      await counter.show();
    }
  } finally {
    // This is not awaited, because a source that hangs would delay the end.
    void events.return({ isComplete: false }).catch((error: unknown) => {
      run.ctx.log.debug({ err: error }, 'a source could not be closed');
    });
  }
};

/** Shows runs under the source that is their subject. */
const sourcesAsSubjects = async (
  tx: TxCtx,
  runs: readonly RunSubject[],
): Promise<Map<string, ShownSubject>> => {
  const rows = await sourceRepository.listByIds(tx.db, [...new Set(runs.map(({ subjectId }) => subjectId))]);
  return new Map(
    rows.map(({ source: { id, name, knowledgeBaseId, type } }) => [
      id,
      {
        name,
        address: `/knowledge-base/${knowledgeBaseId}/${type === 'WEBSITE' ? 'website' : 'import'}`,
      },
    ]),
  );
};

/** Finds the subjects of runs by their name. */
const searchSources = (tx: TxCtx, text: string, limit: number): Promise<string[]> =>
  sourceRepository.listIdsNamed(tx.db, text, limit);

/** The number of consecutive failed syncs after which a source is paused. */
const mostFailures = 5;
const removalBatch = 50;

type SyncOutput = z.infer<(typeof syncRunType)['output']>;

const loadSource = async (run: RunContext): Promise<SourceRow> => {
  const found = await run.ctx.tx((tx) => sourceRepository.find(tx.db, run.subjectId));
  if (!found) throw new AppError('sources.source_not_found');
  return found.source;
};

/** Reads the source to its end. Its result is stored for the rest of the sync, and for the next sync. */
const read = (run: RunContext, source: SourceRow) =>
  run.step('read', async () => {
    const { connector, input } = await openInput(run.ctx, source);
    // After a reading that was cancelled or reached its limit, the next one continues where the last complete one ended.
    const wanted = { ...input, maxItems: source.maxItems };
    const onWait = () => run.progress(0, 'Waiting for the turn of its connection');
    return inSourceTurn(run.ctx, source, { signal: run.signal, patienceMs: undefined, onWait }, () => {
      const events = connector.read(connectorIo(run.ctx, run.signal), wanted, source.cursor ?? undefined);
      return readSource(run, source, events);
    });
  });

const removedRow = (run: RunContext, row: NewItem): NewItem => ({
  ...row,
  syncId: run.runId,
  outcome: 'REMOVED',
  importId: null,
  sha256: null,
  code: null,
  reason: null,
});

/** Deletes some documents that the source no longer has. Returns their number. */
const removeSome = (run: RunContext, source: SourceRow): Promise<number> =>
  run.write(async (tx) => {
    const rows = await itemRepository.listMissing(tx.db, source.id, run.runId, removalBatch);
    const ids = rows.flatMap(({ importId }) => (importId === null ? [] : [importId]));
    // Some or all of them may have been deleted by users already.
    if (ids.length > 0) await removeThese(tx, ids);
    await itemRepository.write(
      tx.db,
      rows.map(({ tenantId: _tenantId, seenAt: _seenAt, ...row }) => removedRow(run, row)),
    );
    await tx.signal(sourceTopic(source.knowledgeBaseId), source.id);
    return rows.length;
  });

const removeThese = async (tx: TxCtx, ids: readonly string[]): Promise<void> => {
  await removeImports(tx, ids).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'knowledge.import_not_found')) throw error;
  });
};

const removeMissing = async (run: RunContext, source: SourceRow): Promise<void> => {
  while ((await removeSome(run, source)) > 0) await run.progress(0.97, 'Removing what is gone');
};

const handle = async (run: RunContext): Promise<SyncOutput> => {
  const source = await loadSource(run);
  const { isComplete, cursor, note } = await read(run, source);
  if (isComplete) await removeMissing(run, source);
  await run.write((tx) => itemRepository.forgetEarlier(tx.db, source.id, run.runId));
  return { cursor, note };
};

/** Pauses a source that keeps failing. */
const countFailure = (source: SourceRow, cause: RunCause | null) => {
  const failures = source.failures + 1;
  if (failures < mostFailures) return { failures };
  const pauseReason = `Reading it failed ${failures} times in a row, the last time because: ${cause?.message ?? 'unknown'}`;
  return { failures, state: 'PAUSED' as const, pauseReason };
};

const changeAfter = (tx: TxCtx, source: SourceRow, end: RunEnd<SyncOutput>): Partial<SourceRow> => {
  if (end.status === 'FAILED') return countFailure(source, end.cause);
  if (end.status !== 'COMPLETED') return {};
  const cursor = end.output?.cursor;
  return { failures: 0, syncedAt: tx.now(), ...(cursor === undefined ? {} : { cursor }) };
};

/**
 * The run that syncs a source with its knowledge base: adds new items, updates changed ones and, after a complete reading,
 * removes missing ones.
 */
export const syncRun = defineRun({
  ...syncRunType,
  topic: ({ scopeId }) => sourceTopic(scopeId),
  run: handle,
  screen: {
    subjects: sourcesAsSubjects,
    search: searchSources,
    cancel: (ctx, { subjectId }) => cancelSync(ctx, subjectId),
    retry: (ctx, { subjectId }) => retrySync(ctx, subjectId),
  },
  note: ({ note }) => note,
  explain: explainFailure,
  ended: async (tx, end) => {
    const { subjectId } = end;
    const row = await sourceRepository.lock(tx.db, subjectId);
    if (!row) return;
    const change = changeAfter(tx, row.source, end);
    await sourceRepository.update(tx.db, subjectId, change);
    await scheduleNext(tx, { ...row.source, ...change });
  },
});
