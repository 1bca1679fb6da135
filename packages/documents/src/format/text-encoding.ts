import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { toByteChunks } from '../to-byte-chunks.ts';

const sampleBytes = 128 * 1024;
const chunkBytes = 64 * 1024;

/** Reads the first bytes of a file. */
export function readSample(path: string, bytes = sampleBytes): Promise<Buffer> {
  return readRange(path, 0, bytes);
}

/** Distinguishes text from binary data: text has hardly any control characters besides line ends, tabs and NUL. */
export function looksLikeText(sample: Buffer): boolean {
  if (encodingOfMark(sample) !== null || wideEncoding(sample) !== null) return true;
  let controls = 0;
  let nuls = 0;
  for (const byte of sample) {
    if (byte === 0) nuls++;
    else if (byte < 32 && !(byte >= 8 && byte <= 13) && byte !== 27) controls++;
  }
  return controls <= Math.max(3, sample.length * 0.02) && nuls <= sample.length * 0.3;
}

function encodingOfMark(sample: Buffer): string | null {
  if (sample.length >= 4 && sample.readUInt32LE(0) === 0xfeff) return 'utf-32le';
  if (sample.length >= 4 && sample.readUInt32BE(0) === 0xfeff) return 'utf-32be';
  if (sample.length >= 2 && sample.readUInt16LE(0) === 0xfeff) return 'utf-16le';
  if (sample.length >= 2 && sample.readUInt16BE(0) === 0xfeff) return 'utf-16be';
  if (sample.length >= 3 && sample.readUIntBE(0, 3) === 0xefbbbf) return 'utf-8';
  return null;
}

/** Detects UTF-16 without a byte order mark, in which nearly every second byte of European text is zero. */
function wideEncoding(sample: Buffer): string | null {
  if (sample.length < 8) return null;
  let even = 0;
  let odd = 0;
  for (let index = 0; index < sample.length; index++) {
    if (sample[index] !== 0) continue;
    if (index % 2 === 0) even++;
    else odd++;
  }
  const half = sample.length / 2;
  if (odd > half * 0.6 && even < half * 0.05) return 'utf-16le';
  if (even > half * 0.6 && odd < half * 0.05) return 'utf-16be';
  return null;
}

/** Detects a text file's encoding by its byte order mark, then by valid UTF-8, then by statistics. */
export async function detectEncoding(path: string): Promise<string> {
  const sample = await readSample(path);
  const marked = encodingOfMark(sample) ?? wideEncoding(sample);
  if (marked !== null) return marked;
  const invalidAt = await findInvalidUtf8(path);
  if (invalidAt === null) return 'utf-8';
  const from = Math.max(0, invalidAt - sampleBytes / 2);
  const { default: chardet } = await import('chardet');
  const guess = chardet.detect(await readRange(path, from, sampleBytes));
  // Western text that is not UTF-8 comes from Windows. Its encoding is a superset that decodes Latin-1 as well.
  if (guess === null || /^(iso-8859-1|utf-8|ascii)$/i.test(guess)) return 'windows-1252';
  const { default: iconv } = await import('iconv-lite');
  return iconv.encodingExists(guess) ? guess : 'windows-1252';
}

/** Yields the file's text in pieces, without byte order mark and NUL characters. A given `encoding` skips the detection. */
export async function* readTextChunks(
  path: string,
  onBytes: (read: number) => void = () => {},
  encoding = '',
) {
  const { default: iconv } = await import('iconv-lite');
  const decoder = iconv.getDecoder(encoding === '' ? await detectEncoding(path) : encoding);
  let read = 0;
  for await (const bytes of toByteChunks(createReadStream(path, { highWaterMark: chunkBytes }))) {
    read += bytes.length;
    onBytes(read);
    const text = decoder.write(bytes);
    if (text !== '') yield text.replaceAll('\0', '');
  }
  const rest = decoder.end();
  if (rest !== undefined && rest !== '') yield rest.replaceAll('\0', '');
}

/** Reads the whole file as text. */
export async function readText(path: string, encoding = ''): Promise<string> {
  const parts: string[] = [];
  for await (const part of readTextChunks(path, undefined, encoding)) parts.push(part);
  return parts.join('');
}

async function readRange(path: string, from: number, bytes: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(buffer, 0, bytes, from);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Returns the offset of the piece with the first byte sequence that is not UTF-8, or null. */
async function findInvalidUtf8(path: string): Promise<number | null> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let at = 0;
  try {
    for await (const chunk of toByteChunks(createReadStream(path, { highWaterMark: chunkBytes }))) {
      decoder.decode(chunk, { stream: true });
      at += chunk.length;
    }
    decoder.decode();
    return null;
  } catch {
    return at;
  }
}
