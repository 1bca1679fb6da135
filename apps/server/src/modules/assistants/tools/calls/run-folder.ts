import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { FileValue } from '@atelier/contracts/fields/file-value';
import { PieceError } from '@atelier/pieces';
import { typeOfName } from '@atelier/pieces/files';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { storedItems } from '../../../content/documents/index.ts';
import {
  discardUploads,
  type FileRow,
  runFiles,
  type StoredUpload,
  storeUpload,
  toFileValue,
} from '../../../content/files/index.ts';
import { createPieceFiles } from '../../flows/index.ts';
import type { Folder, ToolUse } from './make-call.ts';
import type { FileWork } from './tool-binding.ts';
import type { ToolResult } from './tool-outcome.ts';

/** The most files of a run, and the most bytes of all of them together. */
const mostFiles = 50;
const mostBytes = 10 * 1024 * 1024;

const textIn = (input: ToolUse['input'], field: string): string => {
  const value = input[field];
  return typeof value === 'string' ? value : '';
};

const store = (ctx: Ctx, { runId, callerId, scopeId }: Folder, upload: StoredUpload): Promise<FileValue> =>
  ctx.tx(async (tx) => {
    const present = await runFiles.listForChange(tx, runId);
    const others = present.filter((each) => each.name !== upload.name);
    const bytes = others.reduce((sum, { size }) => sum + size, upload.size);
    if (others.length >= mostFiles || bytes > mostBytes)
      throw new PieceError(
        'pieces.too_large',
        `A run keeps ${mostFiles} files with 10 MB in all at most. Please write fewer or shorter files.`,
      );
    await storedItems.checkRoom(tx, upload.size);
    for (const { id, name: taken } of present)
      if (taken === upload.name)
        for (const holder of new Set([runId, callerId])) await runFiles.release(tx, holder, id);
    const file = await runFiles.add(tx, { scopeId, runId }, upload);
    if (callerId !== runId) await runFiles.hold(tx, callerId, { ids: [file.id], from: { runId } });
    return file;
  });

/** A new file of a run. */
export interface NewFile {
  name: string;
  mimeType: string;
  bytes: Buffer;
}

/** Keeps a file in the folder of a run, in place of one with the same name. Throws PieceError where there is no room for it. */
export const keepFile = async (
  ctx: Ctx,
  folder: Folder,
  { name: filename, mimeType, bytes }: NewFile,
): Promise<FileValue> => {
  const stored = await storeUpload(ctx, {
    ...{ kind: 'file', name: '', filename, mimeType },
    stream: Readable.from([bytes], { objectMode: false }),
    truncated: () => false,
  });
  if (stored.kind === 'too-large')
    throw new PieceError('pieces.too_large', `“${stored.name}” is too large. Please write a shorter file.`);
  try {
    return await store(ctx, folder, stored.upload);
  } catch (error) {
    await discardUploads(ctx, [stored.upload]);
    throw error;
  }
};

/** Writes a file. A call that is repeated after a crash leaves one file. */
const write = async ({ ctx, input }: ToolUse, folder: Folder): Promise<ToolResult> => {
  const [filename, content] = [textIn(input, 'name'), textIn(input, 'content')];
  const given = { name: filename, mimeType: typeOfName(filename), bytes: Buffer.from(content) };
  const file = await keepFile(ctx, folder, given);
  return {
    output: { file },
    text: `The file “${file.name}” was written with ${content.length} characters.`,
  };
};

/** Returns the characters of bytes; undefined for those that are no text. */
const decoded = (bytes: Uint8Array): string | undefined => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
};

/** The text of a file: its characters or, of a document that was downloaded, what a parser reads in it. */
const extractFileText = async (
  { ctx, signal }: ToolUse,
  { runId, scopeId }: Folder,
  file: FileRow,
): Promise<string> => {
  const bytes = await buffer(await ctx.services.storage.open(file.storageKey));
  const plain = file.mime === 'application/pdf' ? undefined : decoded(bytes);
  if (plain !== undefined) return plain;
  const files = createPieceFiles(ctx, { flowId: scopeId, runId });
  return (await files.extractText(toFileValue(file), signal)).text;
};

const read = async (use: ToolUse, folder: Folder): Promise<ToolResult> => {
  const wanted = textIn(use.input, 'name');
  const files = await use.ctx.tx((tx) => runFiles.list(tx, folder.runId));
  const file = files.find((each) => each.name === wanted);
  if (file) return { output: await extractFileText(use, folder, file) };
  const names = files.map((each) => `“${each.name}”`).join(', ');
  throw new PieceError(
    'pieces.not_found',
    names === '' ? 'This run has no files yet.' : `There is no such file. This run has ${names}.`,
  );
};

const list = async ({ ctx }: ToolUse, { runId }: Folder): Promise<ToolResult> => {
  const files = (await ctx.tx((tx) => runFiles.list(tx, runId))).map(toFileValue);
  const lines = files.map((file) => `${file.name} (${file.size} bytes)`);
  return { output: { files }, text: lines.join('\n') || 'This run has no files yet.' };
};

const works = { WRITE_FILE: write, READ_FILE: read, LIST_FILES: list } satisfies Record<FileWork, unknown>;

/** Works with the files of the run that makes the call, or of its crew. Throws PieceError. */
export const useFolder = (work: FileWork, use: ToolUse): Promise<ToolResult> => {
  if (!use.folder) throw new PieceError('pieces.not_found', 'Files are kept only within a run of an agent.');
  return works[work](use, use.folder);
};
