import { describe, expect, it, vi } from 'vitest';
import { TurnQueue, type WorkSlot } from '../src/process/turn-queue.ts';

const orderOf = () => {
  const order: string[] = [];
  const ask = (queue: TurnQueue, owner: string, name = owner, isBegun = false) =>
    queue.take(owner, isBegun, undefined).then((place) => {
      order.push(name);
      return place;
    });
  return { order, ask };
};

describe('the queue for a turn', () => {
  it('lets the owner in who has used the least, and of one owner what has begun', async () => {
    vi.useFakeTimers();
    const queue = new TurnQueue({ places: 1, overdueMs: 60_000 });
    const { order, ask } = orderOf();
    const first = await ask(queue, 'heavy');
    const waiting: Promise<WorkSlot>[] = [
      ask(queue, 'heavy', 'heavy new'),
      ask(queue, 'heavy', 'heavy begun', true),
      ask(queue, 'light'),
    ];
    await vi.advanceTimersByTimeAsync(5000);
    queue.pass(first);
    for (const place of [waiting[2], waiting[1], waiting[0]]) {
      if (place) queue.pass(await place);
    }
    vi.useRealTimers();
    expect(order).toEqual(['heavy', 'light', 'heavy begun', 'heavy new']);
  });

  it('lends the place of one who does not give it back, only to another owner, and only once', async () => {
    vi.useFakeTimers();
    const queue = new TurnQueue({ places: 1, overdueMs: 1000 });
    const { order, ask } = orderOf();
    const late = await ask(queue, 'late');
    const own = ask(queue, 'late', 'late again');
    await vi.advanceTimersByTimeAsync(3000);
    expect(order).toEqual(['late']);
    const asked = ask(queue, 'other');
    await vi.advanceTimersByTimeAsync(500);
    const other = await asked;
    expect(late.isOverdue).toBe(true);
    queue.pass(late);
    expect(order).toEqual(['late', 'other']);
    queue.pass(other);
    queue.pass(await own);
    vi.useRealTimers();
    expect(order).toEqual(['late', 'other', 'late again']);
  });

  it('forgets what was used', async () => {
    vi.useFakeTimers();
    const queue = new TurnQueue({ places: 1, overdueMs: 60_000 });
    const { order, ask } = orderOf();
    const long = await ask(queue, 'once heavy');
    await vi.advanceTimersByTimeAsync(30_000);
    queue.pass(long);
    await vi.advanceTimersByTimeAsync(3_600_000);
    const recent = await ask(queue, 'recently');
    await vi.advanceTimersByTimeAsync(1000);
    const both = [ask(queue, 'recently', 'recently again'), ask(queue, 'once heavy', 'once heavy again')];
    queue.pass(recent);
    for (const place of [both[1], both[0]]) {
      if (place) queue.pass(await place);
    }
    vi.useRealTimers();
    expect(order.slice(2)).toEqual(['once heavy again', 'recently again']);
  });
});
