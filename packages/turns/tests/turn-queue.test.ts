import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Turn, TurnQueue, type TurnRequest, WorkAccount } from '../src/index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** Asks for turns and notes the order in which they are given. */
const asking = (queue: TurnQueue) => {
  const order: string[] = [];
  const turns = new Map<string, Turn>();
  const ask = (name: string, request: TurnRequest = {}) => {
    void queue.take(name.split(' ')[0] ?? '', request).then((turn) => {
      order.push(name);
      turns.set(name, turn);
    });
  };
  const end = (name: string) => {
    turns.get(name)?.end();
    return pass(0);
  };
  return { order, ask, end };
};

describe('the queue for a turn', () => {
  it('gives a turn to the owner who used least, and of one owner to what has begun', async () => {
    const { order, ask, end } = asking(new TurnQueue({ places: 1, sliceMs: 60_000 }));
    ask('heavy');
    ask('heavy new');
    ask('heavy begun', { isBegun: true });
    ask('light');
    await pass(5000);
    await end('heavy');
    await end('light');
    await end('heavy begun');
    expect(order).toEqual(['heavy', 'light', 'heavy begun', 'heavy new']);
  });

  it('moves a turn that lasts longer than a slice to a long place', async () => {
    const { order, ask } = asking(new TurnQueue({ places: 1, longPlaces: 1, sliceMs: 200 }));
    const onOver = vi.fn<() => void>();
    ask('long', { onOver });
    ask('other');
    await pass(150);
    expect(order).toEqual(['long']);
    await pass(150);
    expect(order).toEqual(['long', 'other']);
    expect(onOver).not.toHaveBeenCalled();
  });

  it('asks a long turn to end once the long places are taken, if somebody waits who used less', async () => {
    const { order, ask, end } = asking(new TurnQueue({ places: 1, longPlaces: 1, sliceMs: 200 }));
    const onOver = vi.fn<() => void>();
    ask('first');
    ask('second', { onOver });
    await pass(300);
    expect(order).toEqual(['first', 'second']);
    ask('second more');
    await pass(1000);
    expect(onOver).not.toHaveBeenCalled();
    ask('light');
    await pass(60);
    expect(onOver).toHaveBeenCalled();
    await end('second');
    ask('second', { isLong: true });
    await pass(0);
    expect(order).toEqual(['first', 'second', 'light']);
    await end('first');
    expect(order.at(-1)).toBe('second');
  });

  it('lets the holders of long places take turns where they can pause', async () => {
    const { order, ask, end } = asking(
      new TurnQueue({ places: 1, longPlaces: 1, sliceMs: 200, longSliceMs: 500 }),
    );
    const onOver = vi.fn<() => void>();
    ask('one', { isLong: true, onOver });
    ask('two', { isLong: true });
    await pass(450);
    expect(onOver).not.toHaveBeenCalled();
    await pass(150);
    expect(onOver).toHaveBeenCalled();
    await end('one');
    expect(order).toEqual(['one', 'two']);
  });

  it('puts owners who used up their allowance behind all others, until a minute has passed', async () => {
    const account = new WorkAccount(1000);
    const { order, ask, end } = asking(new TurnQueue({ places: 1, sliceMs: 60_000, account }));
    account.allow('paying', 60_000);
    account.charge('paying', 30_000);
    account.charge('free', 1200);
    ask('other');
    ask('free');
    ask('paying');
    await pass(100);
    await end('other');
    expect(order).toEqual(['other', 'paying']);
    await pass(61_000);
    account.charge('paying', 1);
    expect(account.isUsedUp('free')).toBe(false);
  });

  it('says when a request waits for more than a second, and when it has its turn', async () => {
    const { ask, end } = asking(new TurnQueue({ places: 1, sliceMs: 60_000 }));
    const onWaits = vi.fn<(waits: boolean) => void>();
    ask('one');
    ask('two', { onWaits });
    await pass(900);
    expect(onWaits.mock.calls).toEqual([]);
    await pass(200);
    expect(onWaits.mock.calls).toEqual([[true]]);
    await end('one');
    expect(onWaits.mock.calls).toEqual([[true], [false]]);
  });

  it('forgets a request whose signal aborts, and refuses all of them at the end', async () => {
    const queue = new TurnQueue({ places: 1, sliceMs: 60_000 });
    const leaving = new AbortController();
    await queue.take('one');
    const left = queue.take('two', { signal: leaving.signal });
    const refused = queue.take('three');
    expect(queue.countWaiting('two')).toBe(1);
    leaving.abort(new Error('enough'));
    await expect(left).rejects.toThrow('enough');
    expect(queue.countWaiting('two')).toBe(0);
    queue.refuseAll(new Error('closed'));
    await expect(refused).rejects.toThrow('closed');
  });
});

describe('the account of work', () => {
  it('knows the work of the last minute, and hands over each millisecond once', async () => {
    const account = new WorkAccount(5000);
    account.charge('one', 3000);
    await pass(30_000);
    account.charge('one', 2500);
    expect(account.usedMs('one')).toBe(5500);
    expect(account.isUsedUp('one')).toBe(true);
    expect(account.collect()).toEqual([{ owner: 'one', ms: 5500 }]);
    await pass(35_000);
    expect(account.usedMs('one')).toBe(2500);
    expect(account.isUsedUp('one')).toBe(false);
    expect(account.collect()).toEqual([]);
    await pass(60_000);
    expect(account.usedMs('one')).toBe(0);
  });
});

describe('an owner who is preferred', () => {
  const preferring = (owner: string) => {
    const account = new WorkAccount(1000);
    account.allow(owner, 5000);
    return account;
  };

  it('has a turn although all places are taken, and leaves those of others as they are', async () => {
    const account = preferring('paying');
    const { order, ask, end } = asking(
      new TurnQueue({ account, places: 1, preferredPlaces: 1, sliceMs: 60_000 }),
    );
    ask('free');
    ask('free second');
    ask('other');
    ask('paying');
    ask('paying second');
    await pass(10);
    expect(order).toEqual(['free', 'paying']);
    await end('paying');
    expect(order).toEqual(['free', 'paying', 'paying second']);
    await end('free');
    expect(order).toEqual(['free', 'paying', 'paying second', 'other']);
  });

  it('uses the places of everybody first', async () => {
    const account = preferring('paying');
    const { order, ask } = asking(new TurnQueue({ account, places: 1, preferredPlaces: 1, sliceMs: 60_000 }));
    ask('paying');
    ask('free');
    ask('paying second');
    await pass(10);
    expect(order).toEqual(['paying', 'paying second']);
  });

  it('is like all others without places of their own, and once the allowance is used up', async () => {
    const account = preferring('paying');
    const plain = asking(new TurnQueue({ account, places: 1, sliceMs: 60_000 }));
    plain.ask('free');
    plain.ask('paying');
    await pass(10);
    expect(plain.order).toEqual(['free']);
    account.charge('paying', 5000);
    const { order, ask } = asking(new TurnQueue({ account, places: 1, preferredPlaces: 1, sliceMs: 60_000 }));
    ask('free');
    ask('paying');
    await pass(10);
    expect(order).toEqual(['free']);
  });

  it('moves to a long place of the preferred, and is asked to end only for another one of them', async () => {
    const account = preferring('paying');
    account.allow('other paying', 5000);
    const { order, ask } = asking(
      new TurnQueue({ account, places: 1, longPlaces: 1, preferredPlaces: 1, sliceMs: 200 }),
    );
    const onOver = vi.fn<() => void>();
    ask('free long');
    ask('paying long', { onOver });
    ask('free waits');
    await pass(300);
    ask('paying short');
    await pass(10);
    expect(order).toEqual(['free long', 'paying long', 'free waits', 'paying short']);
    ask('free more');
    await pass(400);
    expect(onOver).not.toHaveBeenCalled();
  });
});

describe('the account of work', () => {
  it('asks once for the allowance of an owner that it does not know', () => {
    const account = new WorkAccount(1000);
    const asked = vi.fn<(owner: string) => void>();
    account.onUnknown(asked);
    expect(account.isUsedUp('new')).toBe(false);
    expect(account.isPreferred('new')).toBe(false);
    expect(asked.mock.calls).toEqual([['new']]);
    account.allow('new', 1001);
    expect(account.isPreferred('new')).toBe(true);
    account.charge('new', 1001);
    expect(account.isPreferred('new')).toBe(false);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('puts nobody into the background where nobody is preferred', () => {
    const account = new WorkAccount(1000);
    account.allow('free', 1000);
    expect(account.isInBackground('free')).toBe(false);
    account.allow('paying', 2000);
    expect(account.isInBackground('free')).toBe(true);
    expect(account.isInBackground('paying')).toBe(false);
    account.charge('paying', 2000);
    expect(account.isInBackground('paying')).toBe(true);
  });
});
