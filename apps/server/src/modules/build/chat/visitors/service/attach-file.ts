import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { AttachedFile } from '@atelier/contracts/build/chat/attached-files';
import { attachedFile } from '@atelier/contracts/build/chat/attached-files';
import { DocumentError } from '@atelier/documents';
import { AppError, fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import type { Anonymous, Exchange, Part } from '../../../../../kernel/module/exchange.ts';
import { joinSections, LooseFiles } from '../../../../content/documents/index.ts';
import { takesFiles } from '../../attached/file-access.ts';
import { fileRepository } from '../../attached/repository.ts';
import { limitVisitor } from '../../service/ask-app.ts';
import { openApp, readerOf } from '../../service/open-app.ts';
import { requireChatUser } from '../../service/require-chat-user.ts';

type FilePart = Extract<Part, { kind: 'file' }>;

const longestName = 200;

async function* limited(stream: Readable): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const bytes of stream as AsyncIterable<Uint8Array>) {
    size += bytes.length;
    if (size > attachedFile.maxBytes) fail('chat.file_too_large');
    yield bytes;
  }
}

const parse = async (
  ctx: Ctx,
  file: { path: string; name: string },
  signal: AbortSignal,
): Promise<LooseFiles.LooseText> => {
  try {
    const { maxCharacters: mostCharacters } = attachedFile;
    return (
      (await LooseFiles.readLooseFile(ctx, { ...file, mostCharacters }, signal)) ??
      fail('chat.file_too_large')
    );
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new AppError('chat.file_unreadable', undefined, { message: error.message });
  }
};

/** Reads a file in a parser process. Its bytes are kept only as long as they are read. */
const read = async (ctx: Ctx, part: FilePart, signal: AbortSignal) => {
  const name = part.filename.slice(-longestName) || 'File';
  const folder = await mkdtemp(join(tmpdir(), 'atelier-attached-'));
  try {
    const path = join(folder, 'file');
    await pipeline(limited(part.stream), createWriteStream(path));
    return { name, text: await parse(ctx, { path, name }, signal) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const contentOf = ({ sections, chunks }: LooseFiles.LooseText) => ({
  content: joinSections(sections),
  sections: sections.map(({ startOffset: start, text, page }) => ({ start, end: start + text.length, page })),
  chunks: chunks.map(({ startOffset: start, endOffset: end, page, heading }) => ({
    start,
    end,
    page,
    heading,
  })),
});

interface Sender {
  appId?: string;
  tenantId?: string;
  chatUserId?: string;
}

/** Opens the app for a file, which counts as a question. */
const openFor = async (anonymous: Anonymous, { appId, ...sender }: Sender, address: string) => {
  const link = { appId: appId ?? fail('chat.file_missing'), tenantId: sender.tenantId };
  const { ctx, app } = await openApp(anonymous, link);
  if (!takesFiles(app)) return fail('chat.files_off');
  const owner = readerOf(ctx, sender.chatUserId);
  await ctx.tx((tx) => requireChatUser(tx, app, owner.visitorHash));
  limitVisitor(ctx, app, { address, chatUserId: sender.chatUserId });
  return { ctx, appId: app.appId, owner };
};

const isOfSender = (name: string): name is keyof Sender => ['appId', 'tenantId', 'chatUserId'].includes(name);

/**
 * Takes the one file of a form, and keeps its text for the conversation of its sender. Throws `chat.files_off`, `chat.file_missing`,
 * `chat.file_too_large`, `chat.file_unreadable`, and what opening the app throws.
 */
export const attachFile = async (
  anonymous: Anonymous,
  { parts, signal, address }: Pick<Exchange, 'signal' | 'address'> & { parts: AsyncIterable<Part> },
): Promise<AttachedFile> => {
  const sender: Sender = {};
  for await (const part of parts) {
    if (part.kind === 'field') {
      if (isOfSender(part.name)) sender[part.name] = part.value.slice(0, 100);
      continue;
    }
    const { ctx, appId, owner } = await openFor(anonymous, sender, address);
    const { name, text } = await read(ctx, part, signal);
    const id = newId('cfl');
    await ctx.tx(({ db }) => fileRepository.insert(db, { id, appId, name, ...owner, ...contentOf(text) }));
    return { fileId: id, name };
  }
  return fail('chat.file_missing');
};
