import { setImmediate } from 'node:timers/promises';
import type { SegmentPart } from '@atelier/retrieval/lexical';
import type { TxCtx } from '../../../../kernel/context/context.ts';
import type { SegmentFacts } from '../../indexing/declarations.ts';
import { liveSegments } from '../../indexing/index.ts';

/** The most bytes of segments that one query reads, so that loading needs bounded memory. */
const loadBytes = 4 * 1024 * 1024;

/** Bytes with the wanted segments in them: one single segment, or some parts of a merged one. */
export interface ReadSegment {
  kind: SegmentFacts['kind'];
  data: Uint8Array;
  parts: readonly SegmentPart[];
  /** The id of the merged segment, if this is one. */
  mergedInto?: string;
}

const splitBatches = (segments: readonly SegmentFacts[]): string[][] => {
  const batches: string[][] = [];
  let room = 0;
  for (const { id, bytes } of segments) {
    if (room < bytes) {
      batches.push([]);
      room = Math.max(bytes, loadBytes);
    }
    batches.at(-1)?.push(id);
    room -= bytes;
  }
  return batches;
};

/** The number of items that are being read while another one is used: the database prepares the second while it sends the first. */
const aheadOfUse = 2;

/** Reads items in their order, some of them ahead of their use. */
async function* ahead<T>(reads: readonly (() => Promise<T>)[]): AsyncGenerator<T, void> {
  const reading: Promise<T>[] = [];
  let started = 0;
  for (let at = 0; at < reads.length; at += 1) {
    for (const read of reads.slice(started, at + 1 + aheadOfUse)) {
      const item = read();
      // The failure is thrown where the item is awaited. It is not awaited when the caller has stopped.
      item.catch(() => undefined);
      reading.push(item);
      started += 1;
    }
    const next = reading.shift();
    if (next) yield await next;
    await setImmediate();
  }
}

/**
 * Reads segments, merged or not, in no particular order. Segments may be merged or deleted meanwhile: those that have moved
 * are looked up again, and deleted ones are left out. `isWanted` may accept more parts of a merged segment than those in
 * `segments`.
 */
export async function* readSegments(
  tx: TxCtx,
  segments: readonly SegmentFacts[],
  isWanted: (id: string) => boolean,
): AsyncGenerator<ReadSegment, void> {
  let left = segments;
  while (left.length > 0) {
    const moved: string[] = [];
    const alone = splitBatches(left.filter(({ mergedInto }) => mergedInto === null));
    for await (const batch of ahead(alone.map((ids) => () => liveSegments.readData(tx, ids)))) {
      for (const { id, kind, data, docs, mergedInto } of batch) {
        if (mergedInto === null) yield { kind, data, parts: [{ id, first: 0, docs }] };
        else moved.push(id);
      }
    }
    const places = [...Map.groupBy(left, ({ mergedInto }) => mergedInto)].flatMap(([id, members]) =>
      id === null ? [] : [{ id, members }],
    );
    const readPlace = (place: (typeof places)[number]) => async () => ({
      ...place,
      merged: await liveSegments.readMerged(tx, place.id),
    });
    for await (const { id: mergedInto, members, merged } of ahead(places.map(readPlace))) {
      const parts = merged?.parts.filter(({ id }) => isWanted(id)) ?? [];
      if (merged && parts.length > 0) yield { kind: merged.kind, data: merged.data, parts, mergedInto };
      const found = new Set(parts.map(({ id }) => id));
      moved.push(...members.map(({ id }) => id).filter((id) => !found.has(id)));
    }
    left = moved.length === 0 ? [] : await liveSegments.listFacts(tx, moved);
  }
}
