import { describe, expect, it } from 'vitest';
import { type Figure, formatQuick, type Quick, worseThan } from './figures.ts';

const figure = (change: Partial<Figure> = {}): Figure => ({
  name: 'read',
  what: 'authenticated read',
  cpuMs: 1,
  ratio: 4,
  roundTrips: 3,
  transactions: 1,
  goal: { ratio: 2.5, roundTrips: 2 },
  ...change,
});
const quick = (change: Partial<Figure> = {}, roundTrips = 12): Quick => ({
  bareMs: 0.25,
  figures: [figure(change)],
  idle: { seconds: 6, roundTrips },
});

describe('the figures of a quick run', () => {
  it('pass while ratios are within a quarter of the stored ones, on a machine of any speed', () => {
    expect(worseThan(quick(), quick({ cpuMs: 9, ratio: 4.9 }))).toEqual([]);
  });

  it('pass while times are within a quarter of the stored ones, however fast the bare route happens to be', () => {
    expect(worseThan(quick(), quick({ cpuMs: 1.2, ratio: 6 }))).toEqual([]);
  });

  it('fail for more CPU, for one more message and for one more transaction', () => {
    expect(worseThan(quick(), quick({ cpuMs: 1.3, ratio: 5.1 }))).toEqual([
      'authenticated read: CPU is ×5.1 of a bare route, stored ×4.0',
    ]);
    expect(worseThan(quick(), quick({ roundTrips: 4, transactions: 2 }))).toEqual([
      'authenticated read: 4 messages to PostgreSQL, stored 3',
      'authenticated read: 2 transactions, stored 1',
    ]);
  });

  it('fail for an idle server that talks more, but for one message by chance', () => {
    expect(worseThan(quick(), quick({}, 16))).toEqual([]);
    expect(worseThan(quick(), quick({}, 17))).toEqual(['idle: 2.83 messages a second, stored 2.00']);
  });

  it('fail for a path without a stored figure', () => {
    expect(worseThan({ ...quick(), figures: [] }, quick())).toEqual([
      'authenticated read has no stored figure',
    ]);
  });

  it('are shown beside their goals', () => {
    expect(formatQuick(quick())).toContain('| authenticated read | 1.00 |  | 4.0 | ≤ 2.5 | 3 | ≤ 2 | 1 |  |');
  });
});
