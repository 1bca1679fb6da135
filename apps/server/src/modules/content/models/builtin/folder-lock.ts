import { open, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const beatMs = 5_000;
const staleMs = 30_000;
const waitMs = 1_000;

const isTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EEXIST';

/** Creates the lock file. Returns false when another process holds it; one that has not been touched for a while is left over. */
const take = async (path: string): Promise<boolean> => {
  try {
    await (await open(path, 'wx')).close();
    return true;
  } catch (error) {
    if (!isTaken(error)) throw error;
    const touched = await stat(path).catch(() => undefined);
    if (touched && Date.now() - touched.mtimeMs > staleMs) await rm(path, { force: true });
    return false;
  }
};

/** Works in a folder that several processes on this machine may write. Waits for the process that works in it. */
export const withFolderLock = async <T>(
  folder: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> => {
  const path = join(folder, '.lock');
  while (!(await take(path))) await setTimeout(waitMs, undefined, { signal });
  const beat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), beatMs);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await rm(path, { force: true });
  }
};
