import { describe, expect, it } from 'vitest';
import { layOutBars, roundUp } from './bars.ts';
import { daysIn, everyDay, lastDays } from './ranges.ts';

describe('the bars of the chart', () => {
  it.each([
    [0, 1],
    [0.003, 0.005],
    [1, 1],
    [1.2, 2],
    [47, 50],
    [501, 1000],
  ])('end at a round number: %d is drawn to %d', (value, top) => {
    expect(roundUp(value)).toBeCloseTo(top, 9);
  });

  it('fill the room, stand on its ground and show the least of uses', () => {
    const bars = layOutBars([0, 0.0001, 50, 100], 100, { width: 400, height: 100 });
    expect(bars.map(({ height }) => height)).toEqual([0, 1, 50, 100]);
    for (const { y, height } of bars) expect(y + height).toBe(100);
    expect(bars.map(({ x }) => x)).toEqual([1, 101, 201, 301]);
  });
});

describe('the range in the address', () => {
  const now = Date.parse('2026-03-10T15:00:00Z');

  it('counts today as the last day', () => {
    expect(lastDays(7, now)).toEqual({ from: '2026-03-04', to: '2026-03-10' });
  });

  it('contains every day, also over the change of a month', () => {
    expect(everyDay({ from: '2026-02-27', to: '2026-03-01' })).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
  });

  it.each([
    { from: '', to: '' },
    { from: '2026-03-05', to: '2026-03-04' },
    { from: '2024-03-05', to: '2026-03-04' },
    { from: 'x', to: '2026-03-04' },
  ])('is the last 30 days when it makes no sense: %j', (words) => {
    expect(daysIn(words, now)).toEqual({ from: '2026-02-09', to: '2026-03-10' });
    expect(daysIn({ from: '2026-01-01', to: '2026-01-31' }, now)).toEqual({
      from: '2026-01-01',
      to: '2026-01-31',
    });
  });
});
