import type { FilePart } from '@atelier/contracts/assistants/programs/openai-shapes';
import type { Ctx } from '../../../../kernel/context/context.ts';
import { keepFileOfProgram } from '../../chat/index.ts';
import { requireApp } from './find-app.ts';
import { refuseFile } from './unsupported.ts';

/** The owner of what a program asks and sends. */
export const toOwner = ({ actor }: Ctx) => ({
  visitorHash: null,
  userId: 'userId' in actor ? actor.userId : null,
});

const bytesOf = (data: string): Uint8Array => Buffer.from(data.slice(data.indexOf(',') + 1), 'base64');

interface FileOrder {
  file: FilePart | undefined;
  /** The id of the file that the question before was about. */
  before?: string | undefined;
  model: string;
  signal: AbortSignal;
}

/**
 * Returns the id of the file that a question is about: of one that was sent before, or of the one that comes along, which is read now.
 * Throws `openai.not_supported`, and what reading a file throws.
 */
export const takeFile = async (
  ctx: Ctx,
  { file, before, ...asked }: FileOrder,
): Promise<string | undefined> => {
  if (!file) return before;
  const { file_id: fileId, file_data: data, filename: name = '' } = file;
  if (fileId !== undefined) return fileId;
  if (data === undefined) return refuseFile();
  const { model, signal } = asked;
  const app = await requireApp(ctx, model);
  return keepFileOfProgram(ctx, { app, name, bytes: bytesOf(data) }, { owner: toOwner(ctx), signal });
};
