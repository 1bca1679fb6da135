import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The environment variable that names the folder prepared by the global setup. */
export const prepared = 'ATELIER_PREPARED_FOLDER';

export const emptyFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'atelier-e2e-'));

/** Makes a data folder: a copy of the prepared one, or else an empty one. */
export const newDataFolder = async (): Promise<string> => {
  const folder = await emptyFolder();
  const source = process.env[prepared];
  // Copies with `cp`, because the files of the database belong to another user.
  if (source !== undefined) await run('cp', ['-a', `${source}/.`, folder]);
  return folder;
};
