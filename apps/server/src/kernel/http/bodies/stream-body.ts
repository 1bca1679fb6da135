import type { IncomingMessage } from 'node:http';
import { AppError } from '../../base/errors.ts';
import { bareType, isJsonLinesType, isJsonType } from './read-body.ts';

/** Returns the name of a file with the body of a request, whose ending says what is in it. */
export const bodyFileName = (contentType: string): string => {
  const type = bareType(contentType);
  if (isJsonType(type)) return 'body.json';
  if (isJsonLinesType(type)) return 'body.jsonl';
  if (/[/+]xml$/.test(type)) return 'body.xml';
  if (type === 'text/html') return 'body.html';
  if (type === 'text/markdown') return 'body.md';
  return type === 'text/csv' ? 'body.csv' : 'body.txt';
};

/**
 * Yields the body of a request as it arrives. What nobody reads of it is left to `finishBody`, so that the caller still gets the answer. Throws
 * `request.too_large` at once where the length is stated, and otherwise after the last byte that is allowed.
 */
export async function* streamBody(
  raw: IncomingMessage,
  mostBytes: number,
  onBytes?: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  if (Number(raw.headers['content-length'] ?? 0) > mostBytes) throw new AppError('request.too_large');
  let size = 0;
  const chunks: AsyncIterable<Uint8Array> = raw.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > mostBytes) throw new AppError('request.too_large');
    onBytes?.(chunk);
    yield chunk;
  }
}

/** The beginning of a body, and what follows. */
export interface BegunBody {
  /** All bytes when there are at most so many. */
  whole: Buffer | undefined;
  /** All bytes, from the first on. */
  bytes: AsyncIterable<Uint8Array>;
}

async function* continued(
  begun: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* begun;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/** Reads a body until it ends or has more than `mostBytes`. Its bytes can be read once. */
export const beginBody = async (bytes: AsyncIterable<Uint8Array>, mostBytes: number): Promise<BegunBody> => {
  const rest = bytes[Symbol.asyncIterator]();
  const begun: Uint8Array[] = [];
  let size = 0;
  while (size <= mostBytes) {
    const next = await rest.next();
    if (next.done === true) return { whole: Buffer.concat(begun), bytes: continued(begun, rest) };
    begun.push(next.value);
    size += next.value.length;
  }
  return { whole: undefined, bytes: continued(begun, rest) };
};
