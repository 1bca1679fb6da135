import { constants } from 'node:fs';
import { chmod, chown, copyFile, link, mkdir, mkdtemp, readdir, rm, stat, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Confinement, nobody } from './confinement.ts';

/** A folder that contains only the file that one child reads. */
export interface Inbox {
  readonly folder: string;
  /** An empty folder on which the root file system of the child can be built. */
  readonly root: string;
  /** Places a file in the folder and returns its path for the child. @throws the system's own error */
  put(path: string): Promise<string>;
  take(path: string): Promise<void>;
  remove(): Promise<void>;
}

/** The beginning of the names of folders for parsers, which the id of their server's process follows. */
export const inboxPrefix = 'atelier-parser-';
const abandonedMs = 60 * 60 * 1000;

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** Deletes the folders of servers that were killed. */
const sweep = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const pid = name.startsWith(inboxPrefix)
      ? /^(\d+)-/.exec(name.slice(inboxPrefix.length))?.[1]
      : undefined;
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(tmpdir(), name);
    const found = await stat(path).catch(() => undefined);
    const isOurs = found?.uid === process.getuid?.() && Date.now() - (found?.mtimeMs ?? 0) > abandonedMs;
    if (isOurs) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
};
let swept: Promise<void> | undefined;

/** Links the file, which takes no time and space, or copies it when the child runs as another user. */
const lay = async (from: string, to: string, isForNobody: boolean): Promise<void> => {
  if (!isForNobody)
    try {
      return await link(from, to);
    } catch (error) {
      // The file is on another disk, or on a file system without links.
      if (!(error instanceof Error && 'code' in error) || error.code === 'ENOENT') throw error;
    }
  await copyFile(from, to, constants.COPYFILE_FICLONE);
  if (isForNobody) await chown(to, nobody, nobody);
  await chmod(to, 0o400);
};

export const openInbox = async (confinement: Confinement): Promise<Inbox> => {
  swept ??= sweep().catch(() => undefined);
  await swept;
  const isForNobody = process.getuid?.() === 0 && confinement !== 'permissions';
  const base = await mkdtemp(join(tmpdir(), `${inboxPrefix}${process.pid}-`));
  const folder = join(base, 'files');
  const root = join(base, 'root');
  await mkdir(folder, { mode: 0o700 });
  await mkdir(root);
  if (isForNobody) {
    await chmod(base, 0o711);
    await chown(folder, nobody, nobody);
  }
  let count = 0;
  return {
    folder,
    root,
    put: async (path) => {
      count += 1;
      const laid = join(folder, String(count));
      await lay(path, laid, isForNobody);
      return laid;
    },
    take: (path) => unlink(path).catch(() => undefined),
    remove: () => rm(base, { recursive: true, force: true }).catch(() => undefined),
  };
};
