import { describe, expect, it } from 'vitest';
import { type Delivery, SpanQueue } from './span-queue.ts';

const taken: Delivery = { outcome: 'taken', refused: 0 };

/** A queue whose batches wait until the test answers them. */
const openQueue = (
  parts: { capacity?: number; batchSize?: number; delayMs?: number; pauseMs?: number } = {},
) => {
  const batches: number[][] = [];
  const answers: ((delivery: Delivery) => void)[] = [];
  const counted = { exported: 0, dropped: 0, refused: 0 };
  const queue = new SpanQueue<number>({
    ...{ capacity: 4, batchSize: 2, delayMs: 5, pauseMs: 1 },
    ...parts,
    send: (batch) => {
      batches.push([...batch]);
      return new Promise((resolve) => answers.push(resolve));
    },
    count: (outcome, entries) => {
      counted[outcome] += entries;
    },
  });
  const answer = async (delivery: Delivery): Promise<void> => {
    answers.shift()?.(delivery);
    await new Promise((resolve) => setTimeout(resolve, 20));
  };
  return { queue, batches, counted, answer };
};

describe('the queue of spans', () => {
  it('sends full batches at once and others after the delay, in their order', async () => {
    const { queue, batches, answer, counted } = openQueue();
    for (const entry of [1, 2, 3]) queue.add(entry);
    expect(batches).toEqual([[1, 2]]);
    await answer(taken);
    await answer(taken);
    expect(batches).toEqual([[1, 2], [3]]);
    expect(counted).toEqual({ exported: 3, dropped: 0, refused: 0 });
  });

  it('holds no more than its capacity, and counts what it drops', async () => {
    const { queue, batches, answer, counted } = openQueue();
    for (let entry = 1; entry <= 10; entry += 1) queue.add(entry);
    expect(queue.length).toBe(4);
    expect(counted.dropped).toBe(6);
    await answer(taken);
    queue.add(11);
    await answer(taken);
    await answer(taken);
    expect(batches).toEqual([[1, 2], [3, 4], [11]]);
    expect(counted).toEqual({ exported: 5, dropped: 6, refused: 0 });
  });

  it('sends a batch again that the receiver could not take, and drops it after eight attempts', async () => {
    const { queue, batches, answer, counted } = openQueue({ delayMs: 1 });
    queue.add(1);
    await new Promise((resolve) => setTimeout(resolve, 10));
    await answer({ outcome: 'later', afterMs: 1 });
    await answer(taken);
    expect(batches).toEqual([[1], [1]]);
    expect(counted.exported).toBe(1);
    queue.add(2);
    await new Promise((resolve) => setTimeout(resolve, 10));
    for (let attempt = 0; attempt < 8; attempt += 1) await answer({ outcome: 'later', afterMs: 1 });
    expect(batches.filter(([entry]) => entry === 2)).toHaveLength(8);
    expect(counted).toEqual({ exported: 1, dropped: 1, refused: 0 });
  });

  it('counts what the receiver refused, and does not send it again', async () => {
    const { queue, batches, answer, counted } = openQueue();
    for (const entry of [1, 2, 3, 4]) queue.add(entry);
    await answer({ outcome: 'refused' });
    await answer({ outcome: 'taken', refused: 1 });
    expect(batches).toHaveLength(2);
    expect(counted).toEqual({ exported: 1, dropped: 0, refused: 3 });
  });

  it('sends what waits when it is closed, takes nothing afterwards, and does not wait for ever', async () => {
    const { queue, batches, counted } = openQueue({ delayMs: 60_000 });
    queue.add(1);
    await queue.close(10);
    expect(batches).toEqual([[1]]);
    queue.add(2);
    expect(counted.dropped).toBe(1);
  });
});
