import { describe, expect, it } from 'vitest';
import { nextFire } from './next-fire.ts';

/** Returns the next times of a schedule in Berlin, where clocks change on 29 March and 25 October 2026. */
const times = (cron: string, from: string, number: number): string[] => {
  const found: string[] = [];
  for (let at = new Date(from); found.length < number; ) {
    const next = nextFire({ cron, timeZone: 'Europe/Berlin' }, at);
    if (!next) return found;
    found.push(next.toISOString());
    at = next;
  }
  return found;
};

describe('the next time of a schedule', () => {
  it('follows the clocks of its zone', () => {
    expect(times('0 9 * * *', '2026-03-28T00:00:00Z', 2)).toEqual([
      '2026-03-28T08:00:00.000Z',
      '2026-03-29T07:00:00.000Z',
    ]);
  });
  it('is the begin of the hour that daylight saving skips', () => {
    expect(times('30 2 * * *', '2026-03-28T12:00:00Z', 2)).toEqual([
      '2026-03-29T01:00:00.000Z',
      '2026-03-30T00:30:00.000Z',
    ]);
  });
  it('comes once in the hour that is repeated', () => {
    expect(times('30 2 * * *', '2026-10-24T12:00:00Z', 2)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-26T01:30:00.000Z',
    ]);
  });
  it('does not exist for a day that no month has', () => {
    expect(times('0 0 30 2 *', '2026-01-01T00:00:00Z', 1)).toEqual([]);
  });
  it('is refused for what is no cron expression and no zone', () => {
    const now = new Date();
    expect(() => nextFire({ cron: '99 * * * *', timeZone: 'UTC' }, now)).toThrow('cannot be read');
    expect(() => nextFire({ cron: '0 * * * *', timeZone: 'Nowhere/City' }, now)).toThrow('cannot be read');
  });
});
