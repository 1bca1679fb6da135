import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import {
  brotliDecompress,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
  gunzip,
  inflate,
  inflateRaw,
  zstdDecompress,
} from 'node:zlib';
import { AppError } from '../../base/errors.ts';

type Unpack = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

const asInflate = promisify(inflate);
const asRaw = promisify(inflateRaw);
/** Some programs send the bare data of deflate, without the header that the standard asks for. */
const deflate: Unpack = (bytes, options) =>
  ((bytes[0] ?? 0) & 0x0f) === 8 ? asInflate(bytes, options) : asRaw(bytes, options);

const unpackers = new Map<string, Unpack>([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
  ['deflate', deflate],
  ['zstd', promisify(zstdDecompress)],
]);
/** More encodings one inside the other are an attack. */
const mostEncodings = 3;

const unknown = (encoding: string): AppError =>
  new AppError(
    'request.encoding_unknown',
    { encoding },
    {
      message: `The content encoding “${encoding.slice(0, 40)}” is not known here. Please send gzip, br, deflate, zstd, or the body as it is.`,
    },
  );

const unreadable = (encoding: string, cause: unknown): AppError =>
  new AppError(
    'request.unreadable',
    { encoding },
    {
      cause,
      message: `The body is not ${encoding}, which its content encoding names, or it was cut off.`,
    },
  );

const unpackOne = async (
  bytes: Uint8Array,
  encoding: string,
  maxOutputLength: number,
): Promise<Uint8Array> => {
  const unpack = unpackers.get(encoding);
  if (!unpack) throw unknown(encoding);
  try {
    return await unpack(bytes, { maxOutputLength });
  } catch (cause) {
    if (cause instanceof RangeError) throw new AppError('request.too_large', undefined, { cause });
    throw unreadable(encoding, cause);
  }
};

/** Returns the content encodings in the order in which they are undone. */
const parseEncodings = (contentEncoding: string | undefined): string[] => {
  const encodings = (contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '' && it !== 'identity');
  if (encodings.length > mostEncodings)
    throw new AppError('request.encoding_unknown', { encoding: encodings.join(', ') });
  return encodings.toReversed();
};

/**
 * Undoes the content encodings of a body, outside the event loop. Throws `request.encoding_unknown`, `request.unreadable`, and
 * `request.too_large` for what becomes more than `mostBytes`.
 */
export const unpackBody = async (
  bytes: Uint8Array,
  contentEncoding: string | undefined,
  mostBytes: number,
): Promise<Uint8Array> => {
  let unpacked = bytes;
  for (const encoding of parseEncodings(contentEncoding))
    unpacked = await unpackOne(unpacked, encoding, mostBytes);
  return unpacked;
};

/** Larger pieces than usual, so that a large body takes few turns of the event loop. */
const options = { chunkSize: 64 * 1024 };
const streams = new Map<string, (first: number) => Transform>([
  ['gzip', () => createGunzip(options)],
  ['x-gzip', () => createGunzip(options)],
  ['br', () => createBrotliDecompress(options)],
  ['deflate', (first) => ((first & 0x0f) === 8 ? createInflate(options) : createInflateRaw(options))],
  ['zstd', () => createZstdDecompress(options)],
]);

/** Splits off the first byte, by which the two kinds of deflate differ. */
const peek = async (bytes: AsyncIterable<Uint8Array>) => {
  const rest = bytes[Symbol.asyncIterator]();
  let begun = await rest.next();
  while (begun.done !== true && begun.value.length === 0) begun = await rest.next();
  return { first: begun.done === true ? undefined : begun.value[0], begun, rest };
};

async function* unpackPieces(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
  mostBytes: number,
): AsyncGenerator<Uint8Array> {
  const open = streams.get(encoding);
  if (!open) throw unknown(encoding);
  const { first, begun, rest } = await peek(bytes);
  if (first === undefined) return;
  const unpack = open(first);
  const pieces = async function* () {
    try {
      for (let next = begun; next.done !== true; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.(undefined);
    }
  };
  const fed = pipeline(Readable.from(pieces(), { objectMode: false }), unpack).catch(() => undefined);
  let size = 0;
  try {
    for await (const piece of unpack as AsyncIterable<Uint8Array>) {
      size += piece.length;
      if (size > mostBytes) throw new AppError('request.too_large');
      yield piece;
    }
  } catch (cause) {
    throw cause instanceof AppError ? cause : unreadable(encoding, cause);
  } finally {
    unpack.destroy();
    await fed;
  }
}

/** Undoes the content encodings of a body while it arrives, as `unpackBody` does. */
export const unpackStream = (
  bytes: AsyncIterable<Uint8Array>,
  contentEncoding: string | undefined,
  mostBytes: number,
): AsyncIterable<Uint8Array> => {
  let unpacked = bytes;
  for (const encoding of parseEncodings(contentEncoding))
    unpacked = unpackPieces(unpacked, encoding, mostBytes);
  return unpacked;
};
