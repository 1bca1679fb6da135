import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FairSlots } from './fair-slots.ts';

const long = 60_000;

/** Waits for a slot and notes it; `done` returns the slot. */
const at = (size: number) => {
  const slots = new FairSlots(size);
  const order: string[] = [];
  const releases = new Map<string, (() => void)[]>();
  const want = (tenant: string, waitMs = long) =>
    slots.take(tenant, waitMs).then((release) => {
      order.push(tenant);
      releases.set(tenant, [...(releases.get(tenant) ?? []), release]);
    });
  const done = async (tenant: string) => {
    releases.get(tenant)?.shift()?.();
    await settle();
  };
  return { order, want, done };
};
const settle = () => new Promise((resolve) => setImmediate(resolve));
const many = (count: number, work: () => unknown) => {
  for (let at = 0; at < count; at += 1) work();
};

describe('slots for database connections', () => {
  // Those who still wait at the end of a test would be refused during a later one.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('are never all held by one tenant, so that the next tenant need not wait', async () => {
    const { order, want } = at(8);
    many(20, () => void want('a'));
    await settle();
    expect(order).toHaveLength(6);
    await want('b');
    await want('c');
    expect(order.slice(6)).toEqual(['b', 'c']);
  });

  it('go to tenants with few while another waits, and one tenant then holds at most half of them', async () => {
    const { order, want, done } = at(4);
    many(20, () => void want('a'));
    await settle();
    await want('b');
    void want('c');
    await settle();
    expect(order).toEqual(['a', 'a', 'a', 'b']);
    await done('a');
    expect(order.at(-1)).toBe('c');
    void want('b');
    await done('a');
    await done('a');
    expect(order.slice(-2)).toEqual(['a', 'b']);
  });

  it('rotate among tenants that all want many, in the order in which they asked', async () => {
    const { order, want, done } = at(2);
    many(6, () => void want('a'));
    many(6, () => void want('b'));
    many(6, () => void want('c'));
    await settle();
    for (let at = 0; at < 9; at += 1) await done(order[at] ?? '');
    const shares = ['a', 'b', 'c'].map((tenant) => order.filter((one) => one === tenant).length);
    expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
  });

  it('are available to one tenant again, except for the spare ones, when no other tenant waits', async () => {
    const { order, want, done } = at(4);
    await want('b');
    many(10, () => void want('a'));
    await done('b');
    expect(order.filter((tenant) => tenant === 'a')).toHaveLength(3);
  });

  it('are refused after a while, with a time for the retry, and other tenants continue', async () => {
    const { order, want, done } = at(1);
    await want('a');
    const refused = { code: 'server.overloaded', details: { retryAfterSeconds: 5 } };
    await Promise.all([
      expect(want('b', 20)).rejects.toMatchObject(refused),
      vi.advanceTimersByTimeAsync(20),
    ]);
    void want('a');
    await done('a');
    expect(order).toEqual(['a', 'a']);
  });
});
