import { RetrievalError } from '../retrieval-error.ts';

/**
 * Rows of normalised vectors in two planes of 8 bits: `value ≈ scale · (high + low / 254)`. The scan reads the high
 * plane only; both together are as precise as 15 bits, so that their order is that of the floats.
 */
export type QuantizedRows = { dims: number; scales: Float32Array; high: Int8Array; low: Int8Array };

export const lowSteps = 254;

/**
 * Normalises and quantises consecutive vectors. A zero vector stays zero and is similar to nothing.
 * @throws RetrievalError invalid_input for numbers that are not finite or a length that is no multiple of `dims`.
 */
export function quantize(vectors: Float32Array, dims: number): QuantizedRows {
  if (!Number.isInteger(dims) || dims < 1 || vectors.length % dims !== 0) {
    throw new RetrievalError('retrieval.invalid_input', 'The vectors do not have the stated dimension.', {
      dims,
    });
  }
  const rows = vectors.length / dims;
  const result = {
    dims,
    scales: new Float32Array(rows),
    high: new Int8Array(vectors.length),
    low: new Int8Array(vectors.length),
  };
  for (let row = 0; row < rows; row++) quantizeRow(vectors, row, result);
  return result;
}

function quantizeRow(vectors: Float32Array, row: number, { dims, scales, high, low }: QuantizedRows): void {
  const start = row * dims;
  let squares = 0;
  let largest = 0;
  for (let at = start; at < start + dims; at++) {
    const value = vectors[at] ?? 0;
    squares += value * value;
    if (Math.abs(value) > largest) largest = Math.abs(value);
  }
  if (!Number.isFinite(squares)) {
    throw new RetrievalError('retrieval.invalid_input', 'A vector holds a number that is not finite.', {
      row,
    });
  }
  if (largest === 0) return;
  const steps = 127 / largest;
  scales[row] = largest / 127 / Math.sqrt(squares);
  for (let at = start; at < start + dims; at++) {
    const exact = (vectors[at] ?? 0) * steps;
    const coarse = Math.round(exact);
    high[at] = coarse;
    low[at] = Math.round((exact - coarse) * lowSteps);
  }
}

/** Restores the vectors, normalised. */
export function dequantize({ dims, scales, high, low }: QuantizedRows): Float32Array {
  const vectors = new Float32Array(high.length);
  for (let at = 0; at < vectors.length; at++) {
    const scale = scales[Math.floor(at / dims)] ?? 0;
    vectors[at] = scale * ((high[at] ?? 0) + (low[at] ?? 0) / lowSteps);
  }
  return vectors;
}
