import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Names the folder that the global setup of a run has prepared. */
export const prepared = 'ATELIER_PREPARED_FOLDER';

export const emptyFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'atelier-e2e-'));

/** A data folder of its own: a copy of the prepared one, else empty. */
export const newDataFolder = async (): Promise<string> => {
  const folder = await emptyFolder();
  const source = process.env[prepared];
  // Not Node's own copying: the files of the database belong to another user.
  if (source !== undefined) await run('cp', ['-a', `${source}/.`, folder]);
  return folder;
};
