import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Holds the data folder for one server at a time; `release` lets the next one in. */
export type DataFolderLock = { release(): Promise<void> };

type Holder = { pid: number; born: string };

/** The fields of `/proc/<pid>/stat` behind the name, which may hold anything; empty where there is no such file. */
const processFields = async (pid: number): Promise<string[]> => {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
};

/** When a process was started, so that a later process with the same number is not mistaken for it. */
const bornAt = async (pid: number): Promise<string> => (await processFields(pid))[19] ?? '';

/** Dead, and only waiting for its parent to hear of it, which in a container without an init may be never. */
const isZombie = async (pid: number): Promise<boolean> => /^[ZX]$/.test((await processFields(pid))[0] ?? '');

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const parseHolder = (content: string): Holder | undefined => {
  const [pid = '', born = ''] = content.trim().split(' ');
  return /^[1-9]\d*$/.test(pid) ? { pid: Number(pid), born } : undefined;
};

const isHeld = async (holder: Holder | undefined): Promise<boolean> =>
  holder !== undefined &&
  isRunning(holder.pid) &&
  !(await isZombie(holder.pid)) &&
  (await bornAt(holder.pid)) === holder.born;

/** One process at a time may remove a dead server's lock; one that dies while at it blocks the others this long. */
const TAKEOVER_MS = 5_000;

/** Removes the lock when its server is dead. Nobody else can replace it meanwhile, so a fresh lock is never removed. */
const clearStale = async (path: string): Promise<void> => {
  const takeover = `${path}.takeover`;
  try {
    await mkdir(takeover);
  } catch {
    const found = await stat(takeover).catch(() => undefined);
    if (found && Date.now() - found.mtimeMs > TAKEOVER_MS) await rmdir(takeover).catch(() => undefined);
    await sleep(50);
    return;
  }
  try {
    // No lock at all is none to remove: the next one may be made before it would be.
    const content = await readFile(path, 'utf8').catch(() => undefined);
    if (content !== undefined && !(await isHeld(parseHolder(content)))) await unlink(path);
  } finally {
    // Whoever was slow here may find that another has ended its turn already.
    await rmdir(takeover).catch(() => undefined);
  }
};

const tryAcquire = async (path: string, content: string): Promise<boolean> => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    // Linking creates the lock together with its content, or fails because there is one.
    await link(draft, path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
};

/**
 * Takes the data folder for this process. A lock left by a server that no longer runs is replaced.
 * @throws Error that names the process which uses the folder
 */
export const lockDataFolder = async (folder: string): Promise<DataFolderLock> => {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'server.lock');
  const content = `${process.pid} ${await bornAt(process.pid)} ${randomBytes(8).toString('hex')}\n`;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (await tryAcquire(path, content)) {
      return {
        release: async () => {
          if ((await readFile(path, 'utf8').catch(() => '')) === content) await unlink(path);
        },
      };
    }
    const holder = parseHolder(await readFile(path, 'utf8').catch(() => ''));
    if (await isHeld(holder)) {
      throw new Error(
        `Another Atelier server (process ${holder?.pid}) already uses the data folder ${folder}. Stop it first, or set ATELIER_DATA to another folder.`,
      );
    }
    await clearStale(path);
  }
  throw new Error(`The data folder ${folder} could not be locked: its lock file keeps changing hands.`);
};
