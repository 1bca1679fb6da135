import type { ReadEnd, SourceEvent } from '@atelier/connectors';
import type { RunContext } from '../../../../kernel/runs/index.ts';
import { type Batch, writeBatch } from '../items/write-batch.ts';
import type { SourceRow } from '../tables.ts';

/** The limits of one transaction: its events and bytes, and the time that items wait before they are stored. */
const largest = { events: 25, bytes: 8 * 1024 * 1024, waitMs: 2000 };
/** A reading ends when the source has skipped more items than this, because nobody reads such a long report. */
const mostSkipped = 10_000;
/** The share of a sync's progress that reading accounts for. */
const readingShare = 0.95;

/** The result of a reading. `note` says why it ended early. */
export interface Reading extends ReadEnd {
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

const bytesOf = (event: SourceEvent): number =>
  event.kind === 'item' ? event.item.file.bytes.byteLength : 0;

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
      bytes += bytesOf(event);
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
export const readSource = async (
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
