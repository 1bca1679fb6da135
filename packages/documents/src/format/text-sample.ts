import { open } from 'node:fs/promises';
import { findMark, findWide, hasControls } from '../encoding/marks.ts';

const sampleBytes = 128 * 1024;

/** Reads the first bytes of a file. */
export async function readSample(path: string, bytes = sampleBytes): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Distinguishes text from binary data: text has hardly any control characters besides line ends, tabs and NUL. */
export function looksLikeText(sample: Buffer): boolean {
  if (findMark(sample) !== undefined || findWide(sample) !== undefined) return true;
  const nuls = sample.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  return !hasControls(sample) && nuls <= sample.length * 0.3;
}
