import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Part } from '../../../../kernel/module/part.ts';
import { type PutOrder, StorageError, type StoredObject } from '../../../../kernel/storage/storage.ts';
import { fileRepository } from '../repository.ts';

const longestName = 200;
const fallbackName = 'file';
// Separators, control characters, and the marks that reverse the reading direction.
const unwanted = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

const cut = (name: string): string => {
  if (name.length <= longestName) return name;
  const ending = /\.[^.]{1,12}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, longestName - ending.length).toWellFormed()}${ending}`;
};

/**
 * Returns the name under which a file is shown: the last part of the path that was sent, on one line, at most 200
 * characters. Names are only shown; stored objects have opaque keys.
 */
export const displayName = (sent: string): string => {
  const last = sent.replaceAll('\\', '/').split('/').at(-1) ?? '';
  const clean = last.toWellFormed().normalize('NFC').replace(unwanted, '').replace(/\s+/g, ' ').trim();
  return clean === '' || /^\.+$/.test(clean) ? fallbackName : cut(clean);
};

/** Bytes that are safe in storage and that no row refers to yet. */
export interface StoredUpload {
  storageKey: string;
  name: string;
  mime: string;
  size: number;
  sha256: string;
}

export type UploadOutcome =
  | { kind: 'stored'; upload: StoredUpload }
  | { kind: 'too-large'; name: string; maxBytes: number };

type FilePart = Extract<Part, { kind: 'file' }>;

/** Returns undefined when the bytes exceed the limit. Nothing is stored then. */
const putWhole = async (ctx: Ctx, part: FilePart, order: PutOrder): Promise<StoredObject | undefined> => {
  const { storage } = ctx.services;
  try {
    const object = await storage.put(part.stream, order);
    if (!part.truncated()) return object;
    await storage.delete(object.key);
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'storage.too_large')) throw error;
  }
  return undefined;
};

/**
 * Streams one part of a form to storage, completely or not at all. `onArrived` is called after its last byte, before the
 * bytes are durable. Throws StorageError `storage.full`.
 */
export const storeUpload = async (
  ctx: Ctx,
  part: FilePart,
  onArrived?: () => void,
): Promise<UploadOutcome> => {
  const maxBytes = ctx.services.config.server.maxUploadBytes;
  const name = displayName(part.filename);
  const object = await putWhole(ctx, part, { maxBytes, onArrived });
  if (!object) return { kind: 'too-large', name, maxBytes };
  const { key, size, sha256 } = object;
  return {
    kind: 'stored',
    upload: { storageKey: key, name, mime: part.mimeType.slice(0, 200), size, sha256 },
  };
};

/** Inserts the row of stored bytes. Returns the file's id. */
export const createFile = async (tx: TxCtx, upload: StoredUpload): Promise<string> => {
  const id = newId('fil');
  await fileRepository.insert(tx.db, tx.tenantId, { id, ...upload });
  return id;
};

/** Inserts the rows of stored bytes. Returns the ids of the files, in order. */
export const createFiles = async (tx: TxCtx, uploads: readonly StoredUpload[]): Promise<string[]> => {
  const rows = uploads.map((upload) => ({ id: newId('fil'), ...upload }));
  await fileRepository.insertMany(tx.db, tx.tenantId, rows);
  return rows.map(({ id }) => id);
};

/** Deletes the bytes of uploads that have no row. */
export const discardUploads = async (ctx: Ctx, uploads: readonly StoredUpload[]): Promise<void> => {
  for (const { storageKey } of uploads) await ctx.services.storage.delete(storageKey);
};
