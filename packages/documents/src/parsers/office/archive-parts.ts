import type { Entry, ZipFile } from 'yauzl';
import { toByteChunks } from '../../to-byte-chunks.ts';

/** Yields the bytes of an entry. A missing part is empty. */
export async function* readBytes(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (entry !== undefined) yield* toByteChunks(await zip.openReadStreamPromise(entry));
}

/** Yields an entry as text, without splitting characters between two pieces. A missing part is empty. */
export async function* readPart(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8');
  for await (const chunk of readBytes(zip, entry)) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
}

/** Returns all pieces of a stream. */
export async function collect<T>(pieces: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const piece of pieces) collected.push(piece);
  return collected;
}
