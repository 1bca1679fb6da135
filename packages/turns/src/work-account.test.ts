import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WorkAccount } from './work-account.ts';

describe('the account of work', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'], now: 0 });
    vi.advanceTimersByTime(120_000);
  });
  afterEach(() => void vi.useRealTimers());

  it('counts the last minute of each owner, in parts of five seconds', () => {
    const account = new WorkAccount();
    account.charge('a', 10);
    account.charge('a', 5);
    account.charge('b', 1);
    expect([account.usedMs('a'), account.usedMs('b'), account.usedMs('c')]).toEqual([15, 1, 0]);
    vi.advanceTimersByTime(30_000);
    account.charge('a', 100);
    vi.advanceTimersByTime(29_999);
    expect(account.usedMs('a')).toBe(115);
    vi.advanceTimersByTime(1);
    expect(account.usedMs('a')).toBe(100);
    vi.advanceTimersByTime(29_999);
    expect(account.usedMs('a')).toBe(100);
    vi.advanceTimersByTime(1);
    expect(account.usedMs('a')).toBe(0);
    account.charge('a', 3);
    vi.advanceTimersByTime(3_600_000);
    expect(account.usedMs('a')).toBe(0);
  });

  it('says what is used up: as much as is allowed, or as is usual', () => {
    const account = new WorkAccount(20);
    account.charge('a', 19);
    expect([account.isUsedUp('a'), account.allowedMs('a')]).toEqual([false, 20]);
    account.charge('a', 1);
    expect(account.isUsedUp('a')).toBe(true);
    account.allow('a', 21);
    expect([account.isUsedUp('a'), account.allowedMs('a')]).toEqual([false, 21]);
    expect(new WorkAccount().isUsedUp('a')).toBe(false);
  });

  it('is collected once, and keeps what is allowed when it forgets who did nothing for a minute', () => {
    const account = new WorkAccount(20);
    account.charge('a', 10);
    account.charge('b', 0);
    account.allow('a', 50);
    account.allow('b', 50);
    expect(account.collect()).toEqual([{ owner: 'a', ms: 10 }]);
    expect(account.collect()).toEqual([]);
    expect([account.allowedMs('a'), account.usedMs('a')]).toEqual([50, 10]);
    vi.advanceTimersByTime(60_000);
    expect(account.collect()).toEqual([]);
    expect([account.allowedMs('a'), account.usedMs('a')]).toEqual([50, 0]);
    expect(account.allowedMs('b')).toBe(50);
  });
});
