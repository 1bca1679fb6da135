import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { longestDocument, type TaskDocument } from '@atelier/contracts/assistants/agents/agent-run-shapes';
import { maxDocumentBytes } from '@atelier/contracts/assistants/agents/agent-runs';
import { type Block, DocumentError } from '@atelier/documents';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { Part } from '../../../../kernel/module/part.ts';
import { parsers } from '../../../content/documents/index.ts';

type ReadDocument = TaskDocument & { isCut: boolean };
type FilePart = Extract<Part, { kind: 'file' }>;

/** Passes on the bytes of a file, and fails beyond the limit. */
async function* limited(stream: Readable): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxDocumentBytes) fail('agents.document_unreadable');
    yield chunk;
  }
}

const separator = '\n\n';

const collect = async (blocks: AsyncIterable<Block>): Promise<string> => {
  const texts: string[] = [];
  let length = -separator.length;
  for await (const { text } of blocks) {
    texts.push(text);
    length += separator.length + text.length;
    if (length > longestDocument) break;
  }
  return texts.join(separator);
};

const parse = async (
  ctx: Ctx,
  file: { path: string; name: string },
  signal: AbortSignal,
): Promise<ReadDocument> => {
  try {
    const text = await collect(ctx.use(parsers.forPreviews).parse({ ...file, owner: ctx.tenantId, signal }));
    if (text.trim() === '') fail('agents.document_unreadable');
    return { name: file.name, text: text.slice(0, longestDocument), isCut: text.length > longestDocument };
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new AppError('agents.document_unreadable', undefined, { message: error.message });
  }
};

const readPart = async (ctx: Ctx, part: FilePart, signal: AbortSignal): Promise<ReadDocument> => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-task-'));
  try {
    const path = join(folder, 'document');
    await pipeline(limited(part.stream), createWriteStream(path));
    return await parse(ctx, { path, name: part.filename.slice(-255) || 'Document' }, signal);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * Reads the text of the one file of a form in a parser process. Nothing is kept of it. Throws `agents.document_unreadable`, with the problem
 * of the file.
 */
export const readDocument = async (
  ctx: Ctx,
  parts: AsyncIterable<Part>,
  signal: AbortSignal,
): Promise<ReadDocument> => {
  for await (const part of parts) if (part.kind === 'file') return readPart(ctx, part, signal);
  return fail('agents.document_unreadable');
};
