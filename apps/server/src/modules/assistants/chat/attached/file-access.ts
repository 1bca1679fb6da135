import { type AttachedFile, attachedFile } from '@atelier/contracts/assistants/chat/attached-files';
import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import type { Chatbot } from '@atelier/contracts/assistants/chat/chatbot';
import { recordingExtensions, supportedExtensions } from '@atelier/documents';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { createFile } from '../../../content/files/index.ts';
import type { AppForChat, AskedFile } from '../../apps/declarations.ts';
import type { FileRow } from '../tables.ts';
import { readFile, type SentFile } from './read-file.ts';
import { fileRepository } from './repository.ts';

/** True for apps whose askers may attach a file. A worker reads the files of its records only. */
export const takesFiles = ({ settings, orchestration }: AppForChat): boolean =>
  settings.visitorFiles && orchestration !== 'WORKER';

const endings = supportedExtensions
  .filter((extension) => !recordingExtensions.includes(extension))
  .map((extension) => `.${extension}`);

/** Returns what may be attached to questions of an app. */
export const takenFiles = (app: AppForChat): Chatbot['files'] =>
  takesFiles(app)
    ? { endings, maxBytes: attachedFile.maxBytes, answersAlone: app.orchestration === 'BASIC' }
    : null;

/** Finds the file that a question is about. Throws `chat.files_off` and `chat.file_not_found`. */
export const requireFile = async (
  tx: TxCtx,
  app: AppForChat,
  {
    fileId,
    ...asked
  }: { fileId: string; conversationId?: string | undefined; owner: Pick<FileRow, 'visitorHash' | 'userId'> },
): Promise<AskedFile> => {
  if (!takesFiles(app)) return fail('chat.files_off');
  const place = { id: fileId, appId: app.appId, conversationId: asked.conversationId };
  const name = (await fileRepository.findName(tx.db, place, asked.owner)) ?? fail('chat.file_not_found');
  return { fileId, name };
};

const sectionsAround = 2;
const mostSections = 10;

/** Returns the text of a file around a citation, as the source of a document is returned. */
export const sourceOfFile = (
  { name, content, sections }: FileRow,
  { start: at, further = [] }: Citation,
  stored: { size: number } | undefined,
) => {
  const found = sections.findLastIndex(({ start }) => start <= at);
  const first = Math.max(0, Math.min(found, sections.length - sectionsAround));
  const isShown = ({ start, end }: { start: number; end: number }, ordinal: number): boolean =>
    (ordinal >= first && ordinal < first + sectionsAround) ||
    further.some((span) => start <= span.start && span.start < end);
  return {
    form: stored ? ('PDF' as const) : isTableName(name) ? ('TABLE' as const) : ('TEXT' as const),
    fileBytes: stored?.size ?? null,
    sections: sections
      .map((section, ordinal) => ({ ...section, ordinal }))
      .filter(isShown)
      .slice(0, mostSections)
      .map(({ ordinal, start, end, page }) => ({
        ...{ ordinal, page, second: null, start },
        text: content.slice(start, end),
      })),
  };
};

/** True for the names of CSV and Excel files. */
export const isTableName = (name: string): boolean => /\.(csv|tsv|xlsx|xls|ods)$/i.test(name);

interface Keeper {
  appId: string;
  owner: Pick<FileRow, 'visitorHash' | 'userId'>;
  signal: AbortSignal;
}

/** Reads a file and keeps it for the conversation of its sender. Throws `chat.file_too_large` and `chat.file_unreadable`. */
export const keepFile = async (
  ctx: Ctx,
  sent: SentFile,
  { appId, owner, signal }: Keeper,
): Promise<AttachedFile> => {
  const { stored, ...read } = await readFile(ctx, sent, signal);
  const { name } = read;
  const id = newId('cfl');
  await ctx.tx(async (tx) => {
    const upload = stored && { ...stored, storageKey: stored.key, name, mime: 'application/pdf' };
    const fileId = upload && (await createFile(tx, upload));
    await fileRepository.insert(tx.db, { id, appId, ...owner, ...read, fileId });
  });
  return { fileId: id, name };
};

async function* atOnce(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/**
 * Keeps the file that a program sent with its question. Returns its id. Throws `chat.files_off`, `chat.file_too_large` and
 * `chat.file_unreadable`.
 */
export const keepFileOfProgram = async (
  ctx: Ctx,
  { app, name, bytes }: { app: AppForChat; name: string; bytes: Uint8Array },
  keeper: Omit<Keeper, 'appId'>,
): Promise<string> => {
  if (!takesFiles(app)) return fail('chat.files_off');
  const { fileId } = await keepFile(ctx, { name, bytes: atOnce(bytes) }, { appId: app.appId, ...keeper });
  return fileId;
};
