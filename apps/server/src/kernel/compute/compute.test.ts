import { getPriority } from 'node:os';
import { threadId } from 'node:worker_threads';
import { WorkAccount } from '@atelier/turns';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  askForeign,
  die,
  exhaust,
  priority,
  refuse,
  thread,
  threadForeign,
  threadOf,
  unknown,
  wait,
  waitForeign,
  waitLong,
  waitTooLong,
} from '../../../tests/compute/samples.ts';
import type { Compute } from './computation.ts';
import { createCompute } from './compute.ts';

const entry = new URL('../../../tests/compute/sample-worker.ts', import.meta.url);

const ours = { tenantId: 'ours' };
const theirs = { tenantId: 'theirs' };

/** Creates the flags of `wait`, in memory that both threads share. */
const newFlags = () => new Int32Array(new SharedArrayBuffer(12));

const begun = async (flags: Int32Array): Promise<void> => {
  await Atomics.waitAsync(flags, 0, 0).value;
};

const end = (flags: Int32Array): void => {
  Atomics.store(flags, 1, 1);
  Atomics.notify(flags, 1);
};

describe('computing in threads', () => {
  let compute: Compute;
  beforeEach(() => {
    compute = createCompute({ entry, threads: 1, heapMb: 64 });
  });
  afterEach(() => compute.close());

  it('leaves this thread free, and uses its own thread again', async () => {
    const flags = newFlags();
    const waiting = compute.run(wait, flags, ours);
    await begun(flags);
    // A main thread that computed here could not run this line.
    end(flags);
    expect(await waiting).toBe('waited');
    const id = await compute.run(thread, null, ours);
    expect(id).not.toBe(threadId);
    expect(await compute.run(thread, null, ours)).toBe(id);
  });

  it('ends an idle thread', async () => {
    const hasty = createCompute({ entry, threads: 1, heapMb: 64, idleMs: 0 });
    const first = await hasty.run(thread, null, ours);
    const another = async () => expect(await hasty.run(thread, null, ours)).not.toBe(first);
    await vi.waitFor(another, { timeout: 20_000, interval: 20 });
    await hasty.close();
  });

  it('computes in a thread of the lowest rank for those who do not pay, where others do, and never shares such a thread', async () => {
    const account = new WorkAccount(1000);
    const shared = createCompute({ entry, threads: 1, heapMb: 64, account });
    account.allow('paying', 60_000);
    const computed = async (computation: typeof priority, tenantId: string) =>
      [
        await shared.run(computation, null, { tenantId }),
        await shared.run(thread, null, { tenantId }),
      ] as const;
    const [low, freeThread] = await computed(priority, 'free');
    const [usual, payingThread] = await computed(priority, 'paying');
    await shared.close();
    expect(usual).toBe(getPriority());
    expect(low).toBe(process.platform === 'linux' ? 19 : getPriority());
    expect(payingThread).not.toBe(freeThread);
  });

  it('throws what the computation throws, and says when there is no such computation', async () => {
    await expect(compute.run(refuse, 'too long', ours)).rejects.toThrow(new RangeError('too long'));
    await expect(compute.run(unknown, null, ours)).rejects.toThrow('No thread computes unknown.');
  });

  it.each([
    ['runs out of memory', () => compute.run(exhaust, null, ours), 'compute.out_of_memory'],
    ['dies', () => compute.run(die, 3, ours), 'compute.interrupted'],
  ])('fails alone where a thread %s; what waits is computed by another', async (_how, fatal, code) => {
    const failing = fatal();
    const next = compute.run(thread, null, ours);
    await expect(failing).rejects.toMatchObject({ code });
    expect(await next).not.toBe(threadId);
  });

  it('stops at a signal, both while running and while waiting', async () => {
    const flags = newFlags();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = compute.run(wait, flags, { ...ours, signal: running.signal });
    const second = compute.run(thread, null, { ...ours, signal: waiting.signal });
    await begun(flags);
    waiting.abort('not needed');
    await expect(second).rejects.toBe('not needed');
    running.abort('cancelled');
    await expect(first).rejects.toBe('cancelled');
    await expect(compute.run(thread, null, { ...ours, signal: running.signal })).rejects.toBe('cancelled');
    expect(await compute.run(thread, null, ours)).not.toBe(threadId);
  });

  it('ends a computation that exceeds its deadline, and continues with another thread', async () => {
    const tooLong = compute.run(waitTooLong, newFlags(), ours);
    const next = compute.run(thread, null, ours);
    await expect(tooLong).rejects.toMatchObject({ code: 'compute.too_long', status: 413 });
    expect(await next).not.toBe(threadId);
  });

  it('lets the tenant go first that used less, and keeps the order within a tenant', async () => {
    const flags = newFlags();
    const done: string[] = [];
    const note = (name: string, asker: typeof ours) =>
      compute.run(thread, null, asker).then(() => void done.push(name));
    const first = compute.run(wait, flags, ours);
    await begun(flags);
    const all = [1, 2, 3].map((at) => note(`ours ${at}`, ours));
    all.push(note('theirs 1', theirs), note('theirs 2', theirs));
    end(flags);
    await Promise.all([first, ...all]);
    expect(done).toEqual(['theirs 1', 'theirs 2', 'ours 1', 'ours 2', 'ours 3']);
  });

  it('computes for a tenant after a short while, although another one holds all threads', async () => {
    const flags = [newFlags(), newFlags(), newFlags()];
    const done = vi.fn<() => void>();
    const held = flags.map((each) => compute.run(waitForeign, each, ours).finally(done));
    await Promise.all(flags.slice(0, 2).map(begun));
    // What holds the second thread does not stop by itself, so it is ended, and begun anew later.
    const others = await compute.run(threadForeign, null, theirs);
    expect(others).not.toBe(threadId);
    expect(done).not.toHaveBeenCalled();
    for (const each of flags) end(each);
    expect(await Promise.all(held)).toEqual(['waited', 'waited', 'waited']);
  });

  it('stops a computation that asks whether it is to stop, and keeps its thread', async () => {
    const [first, second] = [newFlags(), newFlags()];
    const long = compute.run(waitForeign, first, ours);
    await begun(first);
    const asking = compute.run(askForeign, second, ours);
    await begun(second);
    // The first has moved to the place for long ones, so the second makes room.
    const itsThread = Atomics.load(second, 2);
    expect(await compute.run(threadForeign, null, theirs)).toBe(itsThread);
    end(first);
    expect(await long).toBe('waited');
    end(second);
    expect(await asking).toBe('ended');
  });

  it('refuses a tenant with too much waiting, and no other tenant', async () => {
    const strict = createCompute({ entry, threads: 1, heapMb: 64, mostWaiting: 1 });
    const flags = newFlags();
    const first = strict.run(wait, flags, ours);
    await begun(flags);
    const second = strict.run(thread, null, ours);
    await expect(strict.run(thread, null, ours)).rejects.toMatchObject({ code: 'compute.busy', status: 429 });
    const other = strict.run(thread, null, theirs);
    end(flags);
    expect(await Promise.all([first, second, other])).toHaveLength(3);
    await strict.close();
  });

  it('runs a quick computation while long ones are running', async () => {
    const flags = newFlags();
    const long = compute.run(waitLong, flags, ours);
    await begun(flags);
    expect(await compute.run(thread, null, ours)).not.toBe(threadId);
    end(flags);
    expect(await long).toBe('waited');
  });

  it('runs a computation with small input in the calling thread', async () => {
    expect(await compute.run(threadOf, 'a', ours)).toBe(threadId);
    expect(await compute.run(threadOf, 'two', ours)).not.toBe(threadId);
  });

  it('ends with the server: running and waiting computations fail, and later ones are refused', async () => {
    const flags = newFlags();
    const all = [compute.run(wait, flags, ours), compute.run(thread, null, ours)];
    await begun(flags);
    const told = Promise.allSettled(all);
    await compute.close();
    const code = 'compute.interrupted';
    expect(await told).toMatchObject([{ reason: { code } }, { reason: { code } }]);
    await expect(compute.run(thread, null, ours)).rejects.toMatchObject({ code });
  });
});
