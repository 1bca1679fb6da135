import { execFile } from 'node:child_process';
import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The environment variable that names the folder prepared by the global setup. */
export const prepared = 'ATELIER_PREPARED_FOLDER';

/** The environment variable that names the folder in which Node keeps compiled code, which makes each further start of the product cheaper. */
export const compiled = 'ATELIER_COMPILED_FOLDER';

const inMemory = '/dev/shm';
/** In bytes. A folder has 71 MB at first, and three or four of them exist at once. */
const enough = 4 * 1024 ** 3;

/**
 * Returns the folder for data folders: in memory where there is room, because no test needs its data after a failure of the machine, and the
 * product waits for the disk with each write.
 */
const findPlace = async (): Promise<string> => {
  const found = await statfs(inMemory).catch(() => undefined);
  return found && found.bavail * found.bsize >= enough ? inMemory : tmpdir();
};

export const emptyFolder = async (): Promise<string> => mkdtemp(join(await findPlace(), 'atelier-e2e-'));

/** Makes a data folder: a copy of the prepared one, or else an empty one. */
export const newDataFolder = async (): Promise<string> => {
  const folder = await emptyFolder();
  const source = process.env[prepared];
  // Copies with `cp`, because the files of the database belong to another user.
  if (source !== undefined) await run('cp', ['-a', `${source}/.`, folder]);
  return folder;
};
