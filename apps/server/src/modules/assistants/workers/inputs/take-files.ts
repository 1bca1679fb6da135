import type { Uploaded } from '@atelier/contracts/assistants/workers/worker-inputs';
import { longestInput, mostUploads } from '@atelier/contracts/assistants/workers/worker-inputs';
import type { WorkerInputKind } from '@atelier/contracts/assistants/workers/worker-queue';
import { AppError, fail } from '../../../../kernel/base/errors.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import type { Part } from '../../../../kernel/module/part.ts';
import { storedItems } from '../../../content/documents/index.ts';
import { createFile, discardUploads, type StoredUpload, storeUpload } from '../../../content/files/index.ts';
import { type Giver, giverTo, takeFrom } from './take-from.ts';

type FilePart = Extract<Part, { kind: 'file' }>;

const mebibyte = 1024 * 1024;

interface Told {
  inputKind: WorkerInputKind;
  /** The caller's text about each file. */
  text: string;
  /** The key of the request; each file adds its number. */
  key: string | null;
}

const takeStored = (giver: Giver, upload: StoredUpload, { inputKind, text, key }: Told, at: number) =>
  takeFrom(giver, async (tx) => {
    await storedItems.checkRoom(tx, upload.size);
    return {
      ...{ inputKind, inputKey: key && `${key}/${at}`, name: upload.name },
      input: { file: { name: upload.name }, ...(text !== '' && { text }) },
      fileIds: [await createFile(tx, upload)],
    };
  });

const toErrorMessage = (error: unknown): string | undefined =>
  error instanceof AppError && error.code !== 'server.internal' ? error.message : undefined;

/** Makes a record of one file. A file that is refused does not touch the others. */
const takeFile = async (
  giver: Giver,
  part: FilePart,
  { told, uploaded }: { told: Told; uploaded: Uploaded },
): Promise<void> => {
  const at = uploaded.records.length + uploaded.refused.length;
  const outcome = await storeUpload(giver.ctx, part);
  if (outcome.kind === 'too-large') {
    const message = `The file is larger than the limit of ${Math.floor(outcome.maxBytes / mebibyte)} MB.`;
    uploaded.refused.push({ name: outcome.name, message });
    return;
  }
  const { upload } = outcome;
  try {
    if (upload.size === 0)
      return void uploaded.refused.push({ name: upload.name, message: 'The file is empty.' });
    uploaded.records.push(await takeStored(giver, upload, told, at));
  } catch (error) {
    await discardUploads(giver.ctx, [upload]);
    const message = toErrorMessage(error);
    if (message === undefined) throw error;
    uploaded.refused.push({ name: upload.name, message });
  }
};

/** Makes a record of each file of a form. */
export const takeParts = async (
  giverOf: (fields: Readonly<Record<string, string>>) => Promise<Giver>,
  parts: AsyncIterable<Part>,
  { inputKind, key }: Pick<Told, 'inputKind' | 'key'>,
): Promise<Uploaded> => {
  const uploaded: Uploaded = { records: [], refused: [] };
  const fields: Record<string, string> = {};
  let giver: Giver | undefined;
  for await (const part of parts) {
    if (part.kind === 'field') {
      if (['workerId', 'input', 'idempotencyKey'].includes(part.name))
        fields[part.name] = part.value.slice(0, longestInput);
      continue;
    }
    giver ??= await giverOf(fields);
    const given = fields['idempotencyKey'];
    const told = { inputKind, text: fields['input'] ?? '', key: given ? `upload/${given}` : key };
    if (uploaded.records.length + uploaded.refused.length < mostUploads)
      await takeFile(giver, part, { told, uploaded });
    else {
      part.stream.resume();
      uploaded.refused.push({
        name: part.filename,
        message: `Please send at most ${mostUploads} files at once.`,
      });
    }
  }
  return giver ? uploaded : fail('workers.input_missing');
};

/**
 * Makes a record of each uploaded file. Throws what `openWorker` throws, `workers.no_input` and `workers.input_missing`.
 */
export const uploadFiles = (
  anonymous: Anonymous,
  parts: AsyncIterable<Part>,
  address: string,
): Promise<Uploaded> =>
  takeParts(({ workerId = fail('workers.no_input') }) => giverTo(anonymous, workerId, address), parts, {
    inputKind: 'UPLOAD',
    key: null,
  });
