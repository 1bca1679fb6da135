import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import type { Part } from '../../../../kernel/module/exchange.ts';
import { StorageError, type StoredObject } from '../../../../kernel/storage/storage.ts';
import { displayName } from '../file-name.ts';
import { fileRepository } from '../repository.ts';

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
const putWhole = async (ctx: Ctx, part: FilePart, maxBytes: number): Promise<StoredObject | undefined> => {
  const { storage } = ctx.services;
  try {
    const object = await storage.put(part.stream, { maxBytes });
    if (!part.truncated()) return object;
    await storage.delete(object.key);
  } catch (error) {
    if (!(error instanceof StorageError && error.code === 'storage.too_large')) throw error;
  }
  return undefined;
};

/** Streams one part of a form to storage, completely or not at all. Throws StorageError `storage.full`. */
export const storeUpload = async (ctx: Ctx, part: FilePart): Promise<UploadOutcome> => {
  const maxBytes = ctx.services.config.server.maxUploadBytes;
  const name = displayName(part.filename);
  const object = await putWhole(ctx, part, maxBytes);
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

/** Deletes the bytes of uploads that have no row. */
export const discardUploads = async (ctx: Ctx, uploads: readonly StoredUpload[]): Promise<void> => {
  for (const { storageKey } of uploads) await ctx.services.storage.delete(storageKey);
};
