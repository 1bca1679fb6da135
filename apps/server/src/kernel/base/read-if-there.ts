import { readFile } from 'node:fs/promises';

/** Reads a file; undefined when there is none. Any other failure is thrown: a file that cannot be read is not a missing one. */
export const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
