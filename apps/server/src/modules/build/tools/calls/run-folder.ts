import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { JsonSchema } from '@atelier/agents';
import { PieceError } from '@atelier/pieces';
import { typeOfName } from '@atelier/pieces/files';
import { storedItems } from '../../../content/documents/index.ts';
import {
  discardUploads,
  fileValueOf,
  runFiles,
  type StoredUpload,
  storeUpload,
} from '../../../content/files/index.ts';
import type { ToolUse } from './make-call.ts';
import type { ToolResult } from './tool-outcome.ts';

/** What an agent does with the files of its run. They live as long as the run. */
export type FileWork = 'WRITE_FILE' | 'READ_FILE' | 'LIST_FILES';

/** The most files of a run, and the most bytes of all of them together. */
const mostFiles = 50;
const mostBytes = 10 * 1024 * 1024;
const longestContent = 200_000;

const name = {
  type: 'string',
  pattern: '^[^/\\\\]{1,100}$',
  description: 'A name with an ending that says what is in the file, for example report.md or figures.csv.',
};

export const fileSchemas: Readonly<Record<FileWork, JsonSchema>> = {
  WRITE_FILE: {
    type: 'object',
    properties: {
      name,
      content: { type: 'string', maxLength: longestContent, description: 'The whole text of the file.' },
    },
    required: ['name', 'content'],
    additionalProperties: false,
  },
  READ_FILE: { type: 'object', properties: { name }, required: ['name'], additionalProperties: false },
  LIST_FILES: { type: 'object', properties: {}, additionalProperties: false },
};

type Folder = NonNullable<ToolUse['folder']>;

const textIn = (input: ToolUse['input'], field: string): string => {
  const value = input[field];
  return typeof value === 'string' ? value : '';
};

const store = async (
  { ctx, input }: ToolUse,
  { runId, scopeId }: Folder,
  upload: StoredUpload,
): Promise<ToolResult> => {
  const file = await ctx.tx(async (tx) => {
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
      if (taken === upload.name) await runFiles.release(tx, runId, id);
    return runFiles.add(tx, { scopeId, runId }, upload);
  });
  const length = textIn(input, 'content').length;
  return { output: { file }, text: `The file “${file.name}” was written with ${length} characters.` };
};

/** Writes a file, in place of one with the same name. A call that is repeated after a crash leaves one file. */
const write = async (use: ToolUse, folder: Folder): Promise<ToolResult> => {
  const filename = textIn(use.input, 'name');
  const stored = await storeUpload(use.ctx, {
    ...{ kind: 'file', name: '', filename, mimeType: typeOfName(filename) },
    stream: Readable.from([Buffer.from(textIn(use.input, 'content'))], { objectMode: false }),
    truncated: () => false,
  });
  if (stored.kind === 'too-large')
    throw new PieceError('pieces.too_large', `“${stored.name}” is too large. Please write a shorter file.`);
  try {
    return await store(use, folder, stored.upload);
  } catch (error) {
    await discardUploads(use.ctx, [stored.upload]);
    throw error;
  }
};

const read = async ({ ctx, input }: ToolUse, { runId }: Folder): Promise<ToolResult> => {
  const wanted = textIn(input, 'name');
  const files = await ctx.tx((tx) => runFiles.list(tx, runId));
  const file = files.find((each) => each.name === wanted);
  if (file) return { output: await text(await ctx.services.storage.open(file.storageKey)) };
  const names = files.map((each) => `“${each.name}”`).join(', ');
  throw new PieceError(
    'pieces.not_found',
    names === '' ? 'This run has no files yet.' : `There is no such file. This run has ${names}.`,
  );
};

const list = async ({ ctx }: ToolUse, { runId }: Folder): Promise<ToolResult> => {
  const files = (await ctx.tx((tx) => runFiles.list(tx, runId))).map(fileValueOf);
  const lines = files.map((file) => `${file.name} (${file.size} bytes)`);
  return { output: { files }, text: lines.join('\n') || 'This run has no files yet.' };
};

const works = { WRITE_FILE: write, READ_FILE: read, LIST_FILES: list } satisfies Record<FileWork, unknown>;

/** Works with the files of the run that makes the call. Throws PieceError. */
export const useFolder = (work: FileWork, use: ToolUse): Promise<ToolResult> => {
  if (!use.folder) throw new PieceError('pieces.not_found', 'Files are kept only within a run of an agent.');
  return works[work](use, use.folder);
};
