import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataFolder } from './data-folder-lock.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const writeLock = (content: string) => writeFile(join(folder, 'server.lock'), content);

const filesWhileHeldAndAfter = async () => {
  const lock = await lockDataFolder(folder);
  const held = await readdir(folder);
  await lock.release();
  return [held, await readdir(folder)];
};

describe('the lock of the data folder', () => {
  it('lets one server in and tells the next which one it is', async () => {
    const lock = await lockDataFolder(folder);
    await expect(lockDataFolder(folder)).rejects.toThrow(`Another Atelier server (process ${process.pid})`);
    await lock.release();
    await (await lockDataFolder(folder)).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('makes the folder when there is none', async () => {
    const lock = await lockDataFolder(join(folder, 'new', 'data'));
    expect(await readdir(join(folder, 'new', 'data'))).toEqual(['server.lock']);
    await lock.release();
  });

  it('replaces the lock of a process that is gone', async () => {
    const child = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => child.once('exit', resolve));
    await writeLock(`${child.pid} 1 x\n`);
    expect(await filesWhileHeldAndAfter()).toEqual([['server.lock'], []]);
  });

  it('replaces the lock of an earlier process with the number of a living one', async () => {
    await writeLock(`${process.pid} 1 x\n`);
    expect(await filesWhileHeldAndAfter()).toEqual([['server.lock'], []]);
  });

  it('replaces the lock of a server that was killed and not yet collected by its parent', async () => {
    // The shell is replaced by a program that never collects its child.
    const parent = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [said] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(said.toString());
    const fields = async () => (await readFile(`/proc/${pid}/stat`, 'utf8')).replace(/^.*\) /, '').split(' ');
    const born = (await fields())[19];
    process.kill(pid, 'SIGKILL');
    await expect.poll(async () => (await fields())[0]).toBe('Z');
    await writeLock(`${pid} ${born} x\n`);
    expect(await filesWhileHeldAndAfter()).toEqual([['server.lock'], []]);
    expect((await fields())[0]).toBe('Z');
    parent.kill('SIGKILL');
  });

  it.each(['', 'garbage', '-1 2 3', '99999999999 1 x'])('replaces a lock that reads %j', async (content) => {
    await writeLock(content);
    expect(await filesWhileHeldAndAfter()).toEqual([['server.lock'], []]);
  });

  it('lets exactly one of many in when the lock is stale', async () => {
    for (let round = 0; round < 20; round += 1) {
      await writeLock(`${process.pid} 1 x\n`);
      const results = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataFolder(folder)));
      const winners = results.filter((result) => result.status === 'fulfilled');
      expect(winners).toHaveLength(1);
      for (const winner of winners) await winner.value.release();
    }
  });

  it('is not blocked by a process that died while it removed a stale lock', async () => {
    await writeLock(`${process.pid} 1 x\n`);
    await mkdir(join(folder, 'server.lock.takeover'));
    const old = new Date(Date.now() - 60_000);
    await utimes(join(folder, 'server.lock.takeover'), old, old);
    expect(await filesWhileHeldAndAfter()).toEqual([['server.lock'], []]);
  });

  it('leaves the lock of another server alone when released late', async () => {
    const lock = await lockDataFolder(folder);
    await writeLock('1 1 other\n');
    await lock.release();
    expect(await readdir(folder)).toEqual(['server.lock']);
  });
});
