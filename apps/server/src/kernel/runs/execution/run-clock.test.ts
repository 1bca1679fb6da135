import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RunClock } from './run-clock.ts';

const renewEveryMs = 4000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks only when the lease is renewed once nothing is left to do, whenever it was woken last', async () => {
  const askedAt: number[] = [];
  let renewedAt = performance.now();
  const from = renewedAt;
  const life = {
    get dueInMs() {
      return renewedAt + renewEveryMs - performance.now();
    },
    watch: () => {
      const now = performance.now();
      askedAt.push(now - from);
      if (now >= renewedAt + renewEveryMs) renewedAt = now;
      return Promise.resolve({ others: false, waiting: false, due_in: null });
    },
  };
  const clock = new RunClock({ life: () => life, onWork: () => undefined });
  void clock.look();
  await vi.advanceTimersByTimeAsync(1000);
  clock.lookSoon();
  await vi.advanceTimersByTimeAsync(12_000);
  clock.stop();
  expect(askedAt).toEqual([0, 1500, 4000, 8000, 12_000]);
});
