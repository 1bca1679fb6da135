import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import { DocumentError } from '@atelier/documents';
import { PieceError } from '@atelier/pieces';
import { mostFileBytes, mostFiles, type PieceFiles, typeOfName } from '@atelier/pieces/files';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { parsers, storedItems } from '../../../../content/documents/index.ts';
import {
  discardUploads,
  type FileRow,
  pathOfFile,
  runFiles,
  type StoredUpload,
  storeUpload,
  toFileValue,
} from '../../../../content/files/index.ts';
import { packing, unpacking } from '../../computations.ts';
import { asStepFailure } from '../failures.ts';
import type { Unpacked } from './archive.ts';
import { type FileOwner, findHolder } from './file-owner.ts';

const megabyte = 1024 * 1024;
/** The most characters that are read of a document. */
const longestText = 1_000_000;

const tooLarge = (name: string): PieceError =>
  new PieceError(
    'pieces.too_large',
    `“${name}” is larger than a step can work with: ${mostFileBytes / megabyte} MB. Please use a smaller file.`,
  );

/** Stores the rows of bytes, within the room of the plan. Throws PieceError. */
export const keepUpload = async (ctx: Ctx, owner: FileOwner, upload: StoredUpload): Promise<FileValue> => {
  try {
    return await ctx.tx(async (tx) => {
      await storedItems.checkRoom(tx, upload.size);
      return runFiles.add(tx, { scopeId: owner.flowId, runId: owner.runId }, upload);
    });
  } catch (error) {
    await discardUploads(ctx, [upload]);
    throw error;
  }
};

const write = async (
  ctx: Ctx,
  owner: FileOwner,
  { name, type, bytes }: { name: string; type?: string; bytes: Uint8Array },
): Promise<FileValue> => {
  if (bytes.length > mostFileBytes) throw tooLarge(name);
  const stored = await storeUpload(ctx, {
    kind: 'file',
    name: '',
    filename: name,
    mimeType: type ?? typeOfName(name),
    stream: Readable.from([bytes], { objectMode: false }),
    truncated: () => false,
  });
  if (stored.kind === 'too-large') throw tooLarge(name);
  try {
    return await keepUpload(ctx, owner, stored.upload);
  } catch (error) {
    throw asStepFailure(error);
  }
};

const find = async (ctx: Ctx, owner: FileOwner, { id, name }: FileValue): Promise<FileRow> => {
  const row = await ctx.tx((tx) => runFiles.find(tx, id, findHolder(owner)));
  if (row) return row;
  throw new PieceError(
    'pieces.not_found',
    `The file “${name.slice(0, 100)}” does not belong to this run, or was deleted. Please choose the file of an earlier step.`,
  );
};

const read = async (ctx: Ctx, owner: FileOwner, file: FileValue): Promise<Uint8Array<ArrayBuffer>> => {
  const row = await find(ctx, owner, file);
  if (row.size > mostFileBytes) throw tooLarge(row.name);
  return new Uint8Array(await buffer(await ctx.services.storage.open(row.storageKey)));
};

const extractText = async (
  ctx: Ctx,
  owner: FileOwner,
  { file, signal }: { file: FileValue; signal: AbortSignal },
) => {
  const row = await find(ctx, owner, file);
  const path = await pathOfFile(ctx, row);
  const texts: string[] = [];
  let length = 0;
  try {
    const order = { path, name: row.name, owner: ctx.tenantId, signal };
    for await (const { text } of ctx.use(parsers.forImports).parse(order)) {
      if (text === '') continue;
      texts.push(text);
      length += text.length + 2;
      if (length > longestText) break;
    }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new PieceError('pieces.invalid_input', `“${row.name}”: ${error.message}`, { cause: error });
  }
  const text = texts.join('\n\n').replaceAll('\0', '');
  return { text: text.slice(0, longestText), isComplete: text.length <= longestText };
};

const problems: Readonly<Record<Extract<Unpacked, { problem: string }>['problem'], string>> = {
  unreadable: 'is no ZIP archive that can be read. It may be damaged or encrypted',
  'too-many': `has more than ${mostFiles} entries. Please split it`,
  'too-large': `has more than ${mostFileBytes / megabyte} MB when it is unpacked. Please split it`,
};

const unzip = async (
  ctx: Ctx,
  owner: FileOwner,
  { file, signal }: { file: FileValue; signal: AbortSignal },
) => {
  const bytes = await read(ctx, owner, file);
  const limits = { entries: mostFiles, bytes: mostFileBytes };
  const unpacked = await ctx.services.compute.run(
    unpacking,
    { bytes, limits },
    { tenantId: ctx.tenantId, signal },
  );
  if ('problem' in unpacked)
    throw new PieceError('pieces.invalid_input', `“${file.name}” ${problems[unpacked.problem]}.`);
  const kept: FileValue[] = [];
  for (const entry of unpacked.entries) kept.push(await write(ctx, owner, entry));
  return kept;
};

const zip = async (
  ctx: Ctx,
  owner: FileOwner,
  { files, name, signal }: { files: readonly FileValue[]; name: string; signal: AbortSignal },
): Promise<FileValue> => {
  const entries: { name: string; bytes: Uint8Array<ArrayBuffer> }[] = [];
  let size = 0;
  for (const file of files) {
    const bytes = await read(ctx, owner, file);
    size += bytes.length;
    if (size > mostFileBytes) throw tooLarge('All files together');
    entries.push({ name: file.name, bytes });
  }
  const bytes = await ctx.services.compute.run(packing, { entries }, { tenantId: ctx.tenantId, signal });
  return write(ctx, owner, { name, type: 'application/zip', bytes });
};

/** The files of a run, for its pieces. */
export const createPieceFiles = (ctx: Ctx, owner: FileOwner): PieceFiles => ({
  read: (file) => read(ctx, owner, file),
  write: (file) => write(ctx, owner, file),
  list: async () => {
    const { runId } = owner;
    if (runId === undefined) return [];
    return (await ctx.tx((tx) => runFiles.list(tx, runId))).map(toFileValue);
  },
  delete: async (file) => {
    const { runId } = owner;
    return runId !== undefined && (await ctx.tx((tx) => runFiles.release(tx, runId, file.id)));
  },
  extractText: (file, signal) => extractText(ctx, owner, { file, signal }),
  zip: (files, name, signal) => zip(ctx, owner, { files, name, signal }),
  unzip: (file, signal) => unzip(ctx, owner, { file, signal }),
});

/**
 * Copies a file for a run of a flow that is about to begin, because files of runs are deleted with their runs. A copy that no run takes is
 * deleted within a day. Throws `billing.plan_limit` and `storage.full`.
 */
export const copyForFlow = async (ctx: Ctx, flowId: string, file: FileRow): Promise<FileValue> => {
  const stored = await storeUpload(ctx, {
    ...{ kind: 'file', name: '', filename: file.name, mimeType: file.mime },
    stream: await ctx.services.storage.open(file.storageKey),
    truncated: () => false,
  });
  // The limit may have been lowered since the file came.
  if (stored.kind === 'too-large') throw new Error(`${file.id} is larger than ${stored.maxBytes} bytes.`);
  return keepUpload(ctx, { flowId }, stored.upload);
};
