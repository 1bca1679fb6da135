import type { Readable } from 'node:stream';
import type { SQL } from 'drizzle-orm';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { fileRepository } from '../repository.ts';
import type { FileRow } from '../tables.ts';

/** Content types that may be sent to a browser. Files of these types are downloaded all the same; only a picture can be part of a screen. */
const knownTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** Returns the content type of a download. It follows from the file's extension, never from the uploader's claim. */
export const downloadType = (name: string): string => {
  const ending = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(knownTypes, ending)
    ? (knownTypes[ending] ?? 'application/octet-stream')
    : 'application/octet-stream';
};

const percentEncode = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Returns the header that makes a browser save the file under its own name, in any script (RFC 6266, RFC 5987). */
export const contentDisposition = (name: string): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%;]/g, '_');
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncode(name)}`;
};

export interface Download {
  type: string;
  headers: Record<string, string>;
  body: Readable;
}

/** Returns a file's row, or undefined when the tenant has no such file. */
export const findFile = (tx: TxCtx, fileId: string): Promise<FileRow | undefined> =>
  fileRepository.find(tx.db, fileId);

/** Returns the rows of those files that the tenant has. `fileIds` selects their ids. */
export const findFiles = (tx: TxCtx, fileIds: SQL): Promise<FileRow[]> => fileRepository.list(tx.db, fileIds);

/** Opens a file as a download. It is never shown in the browser, and never sent with a type that the uploader chose. */
export const openDownload = async (ctx: Ctx, file: FileRow): Promise<Download> => ({
  type: downloadType(file.name),
  headers: {
    'content-disposition': contentDisposition(file.name),
    'content-length': String(file.size),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
  },
  body: await ctx.services.storage.open(file.storageKey),
});

/** A range of bytes from `start` to `end`, both included. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Parses the single range that pages ask for. Several ranges, and unreadable ones, count as none. */
export const wantedRange = (
  header: string | undefined,
): { start: number; end: number | undefined } | undefined => {
  const [, start, end] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(header ?? '') ?? [];
  if (start === undefined) return undefined;
  return { start: Number(start), end: end === undefined ? undefined : Number(end) };
};

/** Opens a range of a file for a page that renders it itself. Like a download, it cannot be opened as a page of its own. */
export const openPart = async (
  ctx: Ctx,
  file: FileRow,
  { type, range }: { type: string; range: ByteRange },
): Promise<Download> => ({
  type,
  headers: {
    'content-disposition': 'attachment; filename="source"',
    'content-length': String(range.end - range.start + 1),
    'content-range': `bytes ${range.start}-${range.end}/${file.size}`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'cache-control': 'private, no-store',
  },
  body: await ctx.services.storage.open(file.storageKey, range),
});

/**
 * Returns a path on this machine from which a child process can read the bytes. Throws StorageError `storage.not_found`.
 */
export const pathOfFile = (ctx: Ctx, file: FileRow): Promise<string> =>
  ctx.services.storage.path(file.storageKey);
