import { describe, expect, it, vi } from 'vitest';
import type { Services } from '../../../../kernel/services/services.ts';
import type { UsageLimitRow } from '../tables.ts';
import { describeLimit } from './limit-subjects.ts';
import { alertOfBudget } from './operator-budget.ts';

describe('a usage limit', () => {
  it.each<[Partial<UsageLimitRow>, string]>([
    [{ scope: 'APP', period: 'DAY', amount: 1_000_000_000 }, 'daily limit of 1,000 credits of this app'],
    [{ scope: 'USER', period: 'MONTH', amount: 500_000 }, 'monthly limit of 0.5 credits of this person'],
    [{ scope: 'TENANT', period: 'DAY', amount: 0 }, 'daily limit of 0 credits of the company'],
  ])('%j is described in words', (limit, words) => {
    expect(describeLimit(limit as UsageLimitRow)).toBe(words);
  });
});

describe('the budget of the server', () => {
  const server = (day: number, month = 0) => {
    const warn = vi.fn<(fields: { share: number; spentCredits: number }) => void>();
    const services = { config: { operatorBudget: { day, month } }, log: { warn } } as unknown as Services;
    const spend = (spent: number, now = '2026-05-31T23:00:00Z', period: 'day' | 'month' = 'day') =>
      alertOfBudget(services, { period, spent, now: new Date(now) });
    return { spend, shares: () => warn.mock.calls.map(([{ share, spentCredits }]) => [share, spentCredits]) };
  };

  it('is told of at four fifths and at its end, once a day', () => {
    const { spend, shares } = server(100);
    for (const spent of [79.9, 80, 99.6, 99.9, 100, 300]) spend(spent);
    expect(shares()).toEqual([
      ...[
        [0.8, 80],
        [1, 100],
      ],
    ]);
    spend(101, '2026-06-01T00:00:00Z');
    expect(shares().at(-1)).toEqual([1, 101]);
    spend(102, '2026-06-02T08:00:00Z');
    spend(103, '2026-06-02T09:00:00Z');
    expect(shares().at(-1)).toEqual([1, 102]);
  });

  it('is told of when it is a single credit', () => {
    const { spend, shares } = server(1);
    spend(1);
    expect(shares()).toEqual([[1, 1]]);
  });

  it('is told of once a month, and never where there is none', () => {
    const { spend, shares } = server(0, 100);
    spend(90, '2026-05-01T00:00:00Z', 'month');
    spend(91, '2026-05-31T00:00:00Z', 'month');
    spend(1_000_000);
    expect(shares()).toEqual([[0.8, 90]]);
    spend(92, '2026-06-01T00:00:00Z', 'month');
    expect(shares()).toHaveLength(2);
  });
});
