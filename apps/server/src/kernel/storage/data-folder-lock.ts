import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rmdir, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readErrorCode } from '../base/error-code.ts';

/** Reserves the data folder for one server; `release` lets another server use it. */
export type DataFolderLock = { release(): Promise<void> };

type Holder = { pid: number; born: string };

/** Returns the fields of `/proc/<pid>/stat` after the name, which may hold any characters; empty where there is no such file. */
const processFields = async (pid: number): Promise<string[]> => {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return line.slice(line.lastIndexOf(')') + 2).split(' ');
};

/** Returns when a process was started, so that a later process with the same number is not mistaken for it. */
const bornAt = async (pid: number): Promise<string> => (await processFields(pid))[19] ?? '';

/** True for a process that has ended and waits for its parent to collect it. In a container without an init that may never happen. */
const isZombie = async (pid: number): Promise<boolean> => /^[ZX]$/.test((await processFields(pid))[0] ?? '');

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return readErrorCode(error) === 'EPERM';
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

/** Only one process at a time may remove a dead server's lock. If that process dies, the others wait this long, in milliseconds. */
const TAKEOVER_MS = 5_000;

/** Removes the lock when its server is dead. Nobody else can replace it in the meantime, so a new lock is never removed. */
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
    // Without a lock there is nothing to remove; trying anyway could remove one that was made just now.
    const content = await readFile(path, 'utf8').catch(() => undefined);
    if (content !== undefined && !(await isHeld(parseHolder(content)))) await unlink(path);
  } finally {
    // A process that was slow here may find that another one has removed the marker already.
    await rmdir(takeover).catch(() => undefined);
  }
};

const tryAcquire = async (path: string, content: string): Promise<boolean> => {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, content, { mode: 0o600 });
  try {
    // Linking creates the lock together with its content, and fails when a lock exists.
    await link(draft, path);
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    await unlink(draft);
  }
};

/**
 * Locks the data folder for this process. A lock of a server that no longer runs is replaced.
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
