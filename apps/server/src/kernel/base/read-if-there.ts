import { readFile } from 'node:fs/promises';
import { readErrorCode } from './error-code.ts';

/** Reads a file; undefined when there is none. Any other failure is thrown: a file that cannot be read is not a missing one. */
export const readIfThere = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((error: unknown) => {
    if (readErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
