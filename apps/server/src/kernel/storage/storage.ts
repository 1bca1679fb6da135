import { createHash } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { readErrorCode } from '../base/error-code.ts';
import { isId, newId } from '../base/ids.ts';
import { createPlacer } from './place-files.ts';

/** The result of `put`; `size` is in bytes and `sha256` in hex. */
export type StoredObject = { key: string; size: number; sha256: string };

export type StorageFailure = 'storage.full' | 'storage.too_large' | 'storage.not_found';

export class StorageError extends Error {
  readonly code: StorageFailure;

  constructor(code: StorageFailure, options?: ErrorOptions) {
    super(messages[code], options);
    this.name = 'StorageError';
    this.code = code;
  }
}

const messages: Record<StorageFailure, string> = {
  'storage.full': 'There is no space left to store files. Nothing was saved.',
  'storage.too_large': 'The file is larger than allowed.',
  'storage.not_found': 'The stored file does not exist.',
};

/** The size limit of an object, and a callback for the time when its last byte has arrived but it is not durable yet. */
export type PutOrder = { maxBytes: number; onArrived?: (() => void) | undefined };

/** Stores files as objects with opaque keys. Each `put` creates its own object, so deleting one never harms another. */
export type Storage = {
  /**
   * Stores all bytes of a stream or none. Durable when it returns; simultaneous calls share the syncs of the disk.
   * @throws StorageError `storage.too_large` above `maxBytes`, `storage.full` without space
   */
  put(source: AsyncIterable<Uint8Array>, order: PutOrder): Promise<StoredObject>;
  /** Opens an object for reading. @param range bytes from `start` to `end`, both included @throws StorageError `storage.not_found` */
  open(key: string, range?: { start: number; end: number }): Promise<Readable>;
  /** Returns the path of a local file with the object's bytes, for child processes. @throws StorageError `storage.not_found` */
  path(key: string): Promise<string>;
  /** Deletes an object. Does nothing when it is already gone. */
  delete(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
  list(): AsyncIterable<{ key: string; size: number; storedAt: Date }>;
  /**
   * Deletes unreferenced objects and abandoned uploads that are older than a moment.
   * @param findReferenced gets up to 500 keys and returns those still in use
   */
  sweep(
    olderThan: Date,
    findReferenced: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<{ deleted: number; bytes: number }>;
};

const PREFIX = 'obj';
const SWEEP_BATCH = 500;
const SPACE_CHECK_BYTES = 8 * 1024 * 1024;
const LARGEST_RESERVE_BYTES = 256 * 1024 * 1024;

/** Converts a failure of the file system to a `StorageError`; returns an unknown one unchanged. */
export const storageFailure = (error: unknown): unknown => {
  const code = readErrorCode(error);
  if (code === 'ENOSPC' || code === 'EDQUOT') return new StorageError('storage.full', { cause: error });
  if (code === 'ENOENT') return new StorageError('storage.not_found', { cause: error });
  return error;
};

/** Leaves space for the database, which shares the disk and stops when it cannot write. */
const assertSpace = async (folder: string) => {
  const disk = await statfs(folder);
  const reserve = Math.min(LARGEST_RESERVE_BYTES, disk.blocks * disk.bsize * 0.05);
  if (disk.bavail * disk.bsize < reserve) throw new StorageError('storage.full');
};

/** Makes a stream that counts, hashes and limits the bytes that pass through it. */
const measure = (folder: string, maxBytes: number) => {
  const hash = createHash('sha256');
  let size = 0;
  let unchecked = 0;
  const pass = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      size += chunk.byteLength;
      unchecked += chunk.byteLength;
      if (size > maxBytes) throw new StorageError('storage.too_large');
      if (unchecked >= SPACE_CHECK_BYTES) {
        unchecked = 0;
        await assertSpace(folder);
      }
      hash.update(chunk);
      yield chunk;
    }
  };
  return { pass, result: () => ({ size, sha256: hash.digest('hex') }) };
};

const listFolder = async function* (folder: string) {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile()) yield { name, path, size: found.size, storedAt: found.mtime };
  }
};

const listObjects = async function* (folder: string) {
  for (const shard of await readdir(folder)) {
    if (shard === 'incoming') continue;
    for await (const { name, size, storedAt } of listFolder(join(folder, shard))) {
      if (isId(PREFIX, name)) yield { key: name, size, storedAt };
    }
  }
};

type Sweepable = { place(key: string): string; list: Storage['list']; incoming: string };
type SweepRule = {
  olderThan: Date;
  findReferenced: (keys: readonly string[]) => Promise<ReadonlySet<string>>;
};

const sweepFolder = async (
  { place, list, incoming }: Sweepable,
  { olderThan, findReferenced }: SweepRule,
) => {
  const total = { deleted: 0, bytes: 0 };
  const remove = async (file: string, size: number) => {
    await rm(file, { force: true });
    total.deleted += 1;
    total.bytes += size;
  };
  const removeUnreferenced = async (batch: readonly { key: string; size: number }[]) => {
    if (batch.length === 0) return;
    const referenced = await findReferenced(batch.map(({ key }) => key));
    for (const { key, size } of batch) if (!referenced.has(key)) await remove(place(key), size);
  };
  for await (const upload of listFolder(incoming)) {
    if (upload.storedAt < olderThan) await remove(upload.path, upload.size);
  }
  let batch: { key: string; size: number }[] = [];
  for await (const { key, size, storedAt } of list()) {
    if (storedAt < olderThan) batch.push({ key, size });
    if (batch.length < SWEEP_BATCH) continue;
    await removeUnreferenced(batch);
    batch = [];
  }
  await removeUnreferenced(batch);
  return total;
};

interface PutPlaces {
  folder: string;
  incoming: string;
  place(key: string): string;
}

const putInto = ({ folder, incoming, place }: PutPlaces): Storage['put'] => {
  const makeDurable = createPlacer();

  return async (source, { maxBytes, onArrived }) => {
    const key = newId(PREFIX);
    const draft = join(incoming, key);
    const target = place(key);
    const { pass, result } = measure(folder, maxBytes);
    try {
      await assertSpace(folder);
      const handle = await open(draft, 'wx', 0o600);
      try {
        await handle.writeFile(pass(source));
        onArrived?.();
        await makeDurable({ handle, path: draft, target });
      } finally {
        await handle.close();
      }
      return { key, ...result() };
    } catch (error) {
      await rm(draft, { force: true });
      throw storageFailure(error);
    }
  };
};

/** Stores objects in a folder: `<data folder>/files/<last two letters of the key>/<key>`, uploads in `files/incoming`. */
export const createFolderStorage = async (dataFolder: string): Promise<Storage> => {
  const folder = join(dataFolder, 'files');
  const incoming = join(folder, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });

  const place = (key: string) => {
    // A key is also a file name, so anything else must not reach the file system.
    if (!isId(PREFIX, key)) throw new StorageError('storage.not_found');
    return join(folder, key.slice(-2), key);
  };

  const put = putInto({ folder, incoming, place });

  const path: Storage['path'] = async (key) => {
    const file = place(key);
    await stat(file).catch((error: unknown) => {
      throw storageFailure(error);
    });
    return file;
  };

  const list = () => listObjects(folder);

  return {
    put,
    path,
    list,
    sweep: (olderThan, findReferenced) =>
      sweepFolder({ place, list, incoming }, { olderThan, findReferenced }),
    open: async (key, range) => {
      const handle = await open(place(key), 'r').catch((error: unknown) => {
        throw storageFailure(error);
      });
      return handle.createReadStream(range);
    },
    delete: (key) => rm(place(key), { force: true }),
    exists: (key) =>
      path(key).then(
        () => true,
        () => false,
      ),
  };
};
