import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltinFile, BuiltinModel } from '@atelier/models/builtin';
import type { Outbound } from '../../../../kernel/outbound/outbound.ts';

/** The weights of a model cannot be used, for a reason that the operator can read. */
class WeightsError extends Error {}

interface Fetching {
  outbound: Outbound;
  /** Address below which the paths of the files are. */
  from: string;
  signal: AbortSignal;
  /** Called with the number of bytes of the model that are here. */
  onProgress: (bytes: number) => void;
}

const measureFile = async (path: string): Promise<number> =>
  (await stat(path).catch(() => undefined))?.size ?? 0;

const computeChecksum = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
};

type FileState = 'READY' | 'MISSING' | 'WRONG';

const checkFile = async (folder: string, { name, bytes, sha256 }: BuiltinFile): Promise<FileState> => {
  const path = join(folder, name);
  const size = await measureFile(path);
  if (size === 0) return 'MISSING';
  return size === bytes && (await computeChecksum(path)) === sha256 ? 'READY' : 'WRONG';
};

/** Compares each file of a model that is in its folder with its size and its checksum. */
export const inspectFiles = (folder: string, { files }: BuiltinModel): Promise<FileState[]> =>
  Promise.all(files.map((file) => checkFile(folder, file)));

const hourMs = 3_600_000;

/** Downloads the rest of a file behind the part that is there. Servers that cannot send a part send the whole. */
const fetchRest = async (
  file: BuiltinFile,
  part: string,
  { outbound, from, signal, onProgress }: Fetching,
) => {
  const present = await measureFile(part);
  const headers = { 'accept-encoding': 'identity', ...(present > 0 && { range: `bytes=${present}-` }) };
  const response = await outbound.fetch(`${from}/${file.path}`, {
    headers,
    signal,
    maxBytes: file.bytes,
    timeoutMs: 6 * hourMs,
  });
  if (response.status !== 200 && response.status !== 206) {
    await response.body?.cancel();
    throw new WeightsError(`${new URL(from).host} answered with status ${response.status}.`);
  }
  const isRest = response.status === 206;
  let bytes = isRest ? present : 0;
  const handle = await open(part, isRest ? 'a' : 'w');
  try {
    for await (const piece of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      await handle.write(piece);
      bytes += piece.length;
      onProgress(bytes);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const fetchFile = async (file: BuiltinFile, folder: string, fetching: Fetching): Promise<void> => {
  const path = join(folder, file.name);
  const part = `${path}.part`;
  if ((await checkFile(folder, file)) === 'READY') return;
  if ((await measureFile(part)) < file.bytes) await fetchRest(file, part, fetching);
  if ((await measureFile(part)) < file.bytes) throw new WeightsError('The download ended early.');
  if ((await measureFile(part)) !== file.bytes || (await computeChecksum(part)) !== file.sha256) {
    await rm(part, { force: true });
    throw new WeightsError(`${file.name} has another checksum than it should have, so it was deleted.`);
  }
  await rename(part, path);
};

/**
 * Downloads what is missing of a model into its folder. A download that was interrupted goes on where it ended. Throws `WeightsError` and
 * `OutboundError`.
 */
export const fetchModel = async (folder: string, model: BuiltinModel, fetching: Fetching): Promise<void> => {
  await mkdir(folder, { recursive: true });
  let before = 0;
  for (const file of model.files) {
    const done = before;
    await fetchFile(file, folder, { ...fetching, onProgress: (bytes) => fetching.onProgress(done + bytes) });
    before += file.bytes;
    fetching.onProgress(before);
  }
};

/** The state of the weights of one model on this server. */
export interface Weights {
  model: BuiltinModel;
  /** The folder of its files. */
  folder: string;
  state: 'MISSING' | 'DOWNLOADING' | 'READY' | 'FAILED';
  /** The bytes that are here, of those that the model has. */
  bytes: number;
  /** The state of each file when the folder was last looked at. */
  files: readonly FileState[];
  /** Why the weights cannot be used. */
  reason?: string;
}

/** Returns the names of the files of a model whose state is asked for. */
export const listFileNames = ({ model, files }: Weights, asked: (state: FileState) => boolean): string[] =>
  model.files.map(({ name }) => name).filter((_, at) => asked(files[at] ?? 'MISSING'));

/** Says which files in the folder are not those of the model; undefined where all are, or none is there. */
export const wrongFiles = (weights: Weights): string | undefined => {
  const wrong = listFileNames(weights, (state) => state === 'WRONG');
  if (wrong.length === 0) return undefined;
  return `${wrong.join(' and ')} in the folder cannot be used: the size or the checksum is not that of ${weights.model.label}.`;
};
