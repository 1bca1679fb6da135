import { describe, expect, it } from 'vitest';
import { MainThread, msPerSecond } from './main-thread.ts';

/** Works for so many milliseconds without a pause. */
const work = (ms: number) => (): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
};

const timeOf = async (wait: () => Promise<unknown>): Promise<number> => {
  const since = performance.now();
  await wait();
  return performance.now() - since;
};

describe('sharing the main thread', () => {
  it('lets a company wait that has used its share of a second, and no other one', async () => {
    const thread = new MainThread();
    thread.spend('ours', work(msPerSecond + 30));
    const order: string[] = [];
    const wait = async (name: string) => {
      const ms = await timeOf(() => thread.turn(name));
      order.push(name);
      return ms;
    };
    const [ours] = await Promise.all([wait('ours'), wait('theirs')]);
    expect(order).toEqual(['theirs', 'ours']);
    // It owes thirty milliseconds, of which it gets a hundred each second.
    expect(ours).toBeGreaterThan(200);
    // Its debt is paid, so that it waits no longer than before.
    expect(await wait('ours')).toBeLessThan(ours);
  });

  it('returns what the work returns, and counts the time of work that fails', async () => {
    const thread = new MainThread();
    expect(thread.spend('ours', () => 'done')).toBe('done');
    const failing = () => {
      work(msPerSecond + 20)();
      throw new Error('no');
    };
    expect(() => thread.spend('ours', failing)).toThrow('no');
    expect(await timeOf(() => thread.turn('ours'))).toBeGreaterThan(100);
  });

  it('lets other requests in after some milliseconds, and then those who wait in their order', async () => {
    const thread = new MainThread();
    const order: string[] = [];
    const run = async (name: string) => {
      for (let round = 1; round <= 3; round += 1) {
        await thread.turn(name);
        order.push(name);
        work(10)();
      }
    };
    work(10)();
    const all = [run('one'), run('two')];
    let requests = 0;
    const request = () => {
      requests += 1;
      if (order.length < 6) setImmediate(request);
    };
    setImmediate(request);
    await Promise.all(all);
    expect(order).toEqual(['one', 'two', 'one', 'two', 'one', 'two']);
    expect(requests).toBeGreaterThanOrEqual(4);
  });

  it('ends the wait of a run that is cancelled', async () => {
    const thread = new MainThread();
    thread.spend('ours', work(msPerSecond + 30));
    await expect(thread.turn('ours', AbortSignal.abort(new Error('cancelled')))).rejects.toThrow('cancelled');
  });
});
