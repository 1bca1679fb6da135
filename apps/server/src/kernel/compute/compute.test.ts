import { threadId } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { die, exhaust, refuse, thread, unknown, wait } from '../../../tests/compute/samples.ts';
import { type Compute, createCompute } from './index.ts';

const entry = new URL('../../../tests/compute/sample-worker.ts', import.meta.url);

/** Flags of `wait`, which both threads see. */
const newFlags = () => new Int32Array(new SharedArrayBuffer(8));

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

  it('goes on beside this thread, in one that is used again', async () => {
    const flags = newFlags();
    const waiting = compute.run(wait, flags);
    await begun(flags);
    // Whoever computed here could not be told to end.
    end(flags);
    expect(await waiting).toBe('waited');
    const id = await compute.run(thread, null);
    expect(id).not.toBe(threadId);
    expect(await compute.run(thread, null)).toBe(id);
  });

  it('ends a thread that nobody uses', async () => {
    const hasty = createCompute({ entry, threads: 1, heapMb: 64, idleMs: 0 });
    const first = await hasty.run(thread, null);
    const another = async () => expect(await hasty.run(thread, null)).not.toBe(first);
    await vi.waitFor(another, { timeout: 20_000, interval: 20 });
    await hasty.close();
  });

  it('throws what the computation throws, and says when there is no such computation', async () => {
    await expect(compute.run(refuse, 'too long')).rejects.toThrow(new RangeError('too long'));
    await expect(compute.run(unknown, null)).rejects.toThrow('No thread computes unknown.');
  });

  it.each([
    ['runs out of memory', () => compute.run(exhaust, null), 'compute.out_of_memory'],
    ['dies', () => compute.run(die, 3), 'compute.interrupted'],
  ])('fails alone where a thread %s; what waits is computed by another', async (_how, fatal, code) => {
    const failing = fatal();
    const next = compute.run(thread, null);
    await expect(failing).rejects.toMatchObject({ code });
    expect(await next).not.toBe(threadId);
  });

  it('stops at a signal, whether it has begun or waits', async () => {
    const flags = newFlags();
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = compute.run(wait, flags, running.signal);
    const second = compute.run(thread, null, waiting.signal);
    await begun(flags);
    waiting.abort('not needed');
    await expect(second).rejects.toBe('not needed');
    running.abort('cancelled');
    await expect(first).rejects.toBe('cancelled');
    await expect(compute.run(thread, null, running.signal)).rejects.toBe('cancelled');
    expect(await compute.run(thread, null)).not.toBe(threadId);
  });

  it('ends with the server: what is under way or waits is told, what comes later is refused', async () => {
    const flags = newFlags();
    const all = [compute.run(wait, flags), compute.run(thread, null)];
    await begun(flags);
    const told = Promise.allSettled(all);
    await compute.close();
    const code = 'compute.interrupted';
    expect(await told).toMatchObject([{ reason: { code } }, { reason: { code } }]);
    await expect(compute.run(thread, null)).rejects.toMatchObject({ code });
  });
});
