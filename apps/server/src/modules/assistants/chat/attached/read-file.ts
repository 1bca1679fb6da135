import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { attachedFile } from '@atelier/contracts/assistants/chat/attached-files';
import { DocumentError } from '@atelier/documents';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { StoredObject } from '../../../../kernel/storage/storage.ts';
import type { LooseText } from '../../../content/documents/declarations.ts';
import { joinSections, readLooseFile } from '../../../content/documents/index.ts';
import type { NewFile } from './repository.ts';

const longestName = 200;

async function* limited(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const some of bytes) {
    size += some.length;
    if (size > attachedFile.maxBytes) fail('chat.file_too_large');
    yield some;
  }
}

const parse = async (
  ctx: Ctx,
  file: { path: string; name: string },
  signal: AbortSignal,
): Promise<LooseText> => {
  try {
    const { maxCharacters: mostCharacters } = attachedFile;
    return (await readLooseFile(ctx, { ...file, mostCharacters }, signal)) ?? fail('chat.file_too_large');
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new AppError('chat.file_unreadable', undefined, { message: error.message });
  }
};

const toFileContent = ({ sections, chunks }: LooseText) => ({
  content: joinSections(sections),
  sections: sections.map(({ startOffset: start, text, page }) => ({ start, end: start + text.length, page })),
  chunks: chunks.map(({ startOffset: start, endOffset: end, page, heading }) => ({
    start,
    end,
    page,
    heading,
  })),
});

/** The bytes of a file, as they come, with the name that its sender gave it. */
export interface SentFile {
  name: string;
  bytes: AsyncIterable<Uint8Array>;
}

/** The content of a file, and its stored bytes where it is shown in its original form. */
interface ReadFile extends Pick<NewFile, 'name' | 'content' | 'sections' | 'chunks'> {
  stored: StoredObject | null;
}

/**
 * Reads a file in a parser process, and stores the bytes of a PDF, whose pages are shown. Bytes without a row are swept. Throws
 * `chat.file_too_large` and `chat.file_unreadable`.
 */
export const readFile = async (ctx: Ctx, sent: SentFile, signal: AbortSignal): Promise<ReadFile> => {
  const name = sent.name.slice(-longestName) || 'File';
  const folder = await mkdtemp(join(tmpdir(), 'atelier-attached-'));
  try {
    const path = join(folder, 'file');
    await pipeline(limited(sent.bytes), createWriteStream(path));
    const text = toFileContent(await parse(ctx, { path, name }, signal));
    const { maxBytes } = attachedFile;
    const isShown = /\.pdf$/i.test(name);
    const stored = isShown ? await ctx.services.storage.put(createReadStream(path), { maxBytes }) : null;
    return { name, ...text, stored };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
