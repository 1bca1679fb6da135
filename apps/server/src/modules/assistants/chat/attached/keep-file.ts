import type { AttachedFile } from '@atelier/contracts/assistants/chat/attached-files';
import { fail } from '../../../../kernel/base/errors.ts';
import { newId } from '../../../../kernel/base/ids.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { createFile } from '../../../content/files/index.ts';
import type { Answering } from '../../apps/index.ts';
import { takesFiles } from './file-access.ts';
import { readFile, type SentFile } from './read-file.ts';
import { fileRepository } from './repository.ts';
import type { FileRow } from './tables.ts';

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
  { app, name, bytes }: { app: Answering.AppForChat; name: string; bytes: Uint8Array },
  keeper: Omit<Keeper, 'appId'>,
): Promise<string> => {
  if (!takesFiles(app)) return fail('chat.files_off');
  const { fileId } = await keepFile(ctx, { name, bytes: atOnce(bytes) }, { appId: app.appId, ...keeper });
  return fileId;
};
