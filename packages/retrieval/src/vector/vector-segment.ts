import { ByteReader, corrupt } from '../binary/byte-reader.ts';
import { ByteWriter } from '../binary/byte-writer.ts';
import { type FrameKind, openFrame, sealFrame } from '../binary/sealed-frame.ts';
import { RetrievalError } from '../retrieval-error.ts';
import { dequantize, type QuantizedRows, quantize } from './quantize.ts';

/** Vectors of chunks: row `i` of `vectors` (consecutive, `dims` numbers each) belongs to `ids[i]`. */
export type VectorSegment = { ids: readonly string[]; dims: number; vectors: Float32Array };

/** A segment in the form that the index uses, without conversion. */
export type PackedVectors = QuantizedRows & { ids: string[] };

const kind: FrameKind = { magic: 'ATVX', version: 1 };

/**
 * Packs vectors into one immutable segment of two bytes a dimension: dimension, ids, scales (float32, little endian),
 * high plane, low plane. Lengths are normalised away: the measure is the cosine.
 * @throws RetrievalError invalid_input.
 */
export function encodeVectorSegment({ ids, dims, vectors }: VectorSegment): Uint8Array {
  if (vectors.length !== ids.length * dims) {
    throw new RetrievalError('retrieval.invalid_input', 'There is not one vector for each chunk.', {
      ids: ids.length,
      dims,
      numbers: vectors.length,
    });
  }
  return packVectors({ ids: [...ids], ...quantize(vectors, dims) });
}

/** @throws RetrievalError segment_kind, segment_version or segment_corrupt. Vectors come back normalised. */
export function decodeVectorSegment(bytes: Uint8Array): VectorSegment {
  const packed = unpackVectors(bytes);
  return { ids: packed.ids, dims: packed.dims, vectors: dequantize(packed) };
}

export function unpackVectors(bytes: Uint8Array): PackedVectors {
  const reader = new ByteReader(openFrame(kind, bytes));
  const dims = reader.varint();
  const ids = reader.strings();
  // Copied because a Float32Array needs alignment; slice() of a Buffer would be an unaligned view.
  const scales = new Uint8Array(reader.raw(ids.length * 4));
  const high = reader.raw(ids.length * dims);
  const low = reader.raw(ids.length * dims);
  if (dims < 1 || reader.remaining > 0) throw corrupt('The vectors of the segment do not add up.');
  return { dims, ids, scales: new Float32Array(scales.buffer), high: asSigned(high), low: asSigned(low) };
}

function packVectors({ dims, ids, scales, high, low }: PackedVectors): Uint8Array {
  const writer = new ByteWriter();
  writer.varint(dims);
  writer.strings(ids);
  for (const plane of [scales, high, low]) {
    writer.raw(new Uint8Array(plane.buffer, plane.byteOffset, plane.byteLength));
  }
  return sealFrame(kind, writer.view());
}

function asSigned(bytes: Uint8Array): Int8Array {
  return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** A segment to merge. `keeps` returns true for the rows to keep, by number and chunk id; without it, all are kept. */
export type VectorSource = { bytes: Uint8Array; keeps?: (row: number, id: string) => boolean };

/**
 * Merges segments into one, with their chunks in the given order; `keep` can leave out chunks.
 * @throws RetrievalError invalid_input without segments, dimension_mismatch, or as decodeVectorSegment.
 */
export function mergeVectorSegments(
  segments: readonly Uint8Array[],
  options: { keep?: (id: string) => boolean } = {},
): Uint8Array {
  const { keep } = options;
  const keeps = keep && ((_: number, id: string) => keep(id));
  return mergeVectorSources(segments.map((bytes) => (keeps ? { bytes, keeps } : { bytes })));
}

/**
 * Merges segments, each with its own choice of rows to keep.
 * @throws RetrievalError as mergeVectorSegments.
 */
export function mergeVectorSources(sources: readonly VectorSource[]): Uint8Array {
  const parts = sources.map(({ bytes, keeps = () => true }) => {
    const packed = unpackVectors(bytes);
    return { packed, runs: groupRuns(packed.ids, keeps) };
  });
  const dims = sharedDims(parts.map(({ packed }) => packed));
  const rows = parts.reduce(
    (sum, { runs }) => sum + runs.reduce((all, { from, to }) => all + to - from, 0),
    0,
  );
  const merged: PackedVectors = {
    dims,
    ids: [],
    scales: new Float32Array(rows),
    high: new Int8Array(rows * dims),
    low: new Int8Array(rows * dims),
  };
  for (const { packed, runs } of parts) for (const run of runs) copyRun(packed, run, merged);
  return packVectors(merged);
}

/** The number of consecutive rows, without the last one. */
type Run = { from: number; to: number };

function groupRuns(ids: readonly string[], keeps: (row: number, id: string) => boolean): Run[] {
  const runs: Run[] = [];
  for (const [row, id] of ids.entries()) {
    if (!keeps(row, id)) continue;
    const last = runs.at(-1);
    if (last?.to === row) last.to += 1;
    else runs.push({ from: row, to: row + 1 });
  }
  return runs;
}

function copyRun(packed: PackedVectors, { from, to }: Run, merged: PackedVectors): void {
  const { dims } = packed;
  const target = merged.ids.length;
  for (let row = from; row < to; row++) merged.ids.push(packed.ids[row] ?? '');
  merged.scales.set(packed.scales.subarray(from, to), target);
  merged.high.set(packed.high.subarray(from * dims, to * dims), target * dims);
  merged.low.set(packed.low.subarray(from * dims, to * dims), target * dims);
}

/** Returns the ids of the chunks of a segment, in order. @throws RetrievalError as decodeVectorSegment. */
export function readVectorIds(bytes: Uint8Array): string[] {
  return unpackVectors(bytes).ids;
}

function sharedDims(parts: readonly PackedVectors[]): number {
  const dims = parts[0]?.dims;
  if (dims === undefined) throw new RetrievalError('retrieval.invalid_input', 'There is nothing to merge.');
  for (const { dims: other } of parts) if (other !== dims) throw dimensionMismatch(dims, other);
  return dims;
}

export function dimensionMismatch(expected: number, actual: number): RetrievalError {
  return new RetrievalError('retrieval.dimension_mismatch', 'The vectors have different dimensions.', {
    expected,
    actual,
  });
}
