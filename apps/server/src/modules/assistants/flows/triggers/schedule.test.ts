import { describe, expect, it } from 'vitest';
import { nextFire } from './schedule.ts';

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
  it.each([
    ['*/0 * * * *', 'The minute “*/0”'],
    ['60 * * * *', 'The minute “60”'],
    ['1, * * * *', 'The minute “1,”'],
    ['/5 * * * *', 'The minute “/5”'],
    ['5/0 * * * *', 'The minute “5/0”'],
    ['0 22-2 * * *', 'The hour “22-2”'],
    ['0 9 32 * *', 'The day of the month “32”'],
    ['0 9 * 13 *', 'The month “13”'],
    [
      '0 9 * * 8',
      'The day of the week “8” cannot be read. It is * or a number from 0 (Sunday) to 7 (Sunday), or a name such as MON; also a list (1,3), a range (1-5) or a step (*/5).',
    ],
    ['0 9 1 * MOO', 'The day of the week “MOO”'],
  ])('“%s” is refused, and the part is named that is wrong', (cron, why) => {
    expect(() => nextFire({ cron, timeZone: 'UTC' }, new Date())).toThrow(why);
  });
  it('counts from a number in steps, as other programs do', () => {
    expect(times('5/15 * * * *', '2026-01-01T00:00:00Z', 5).map((time) => time.slice(11, 16))).toEqual([
      '00:05',
      '00:20',
      '00:35',
      '00:50',
      '01:05',
    ]);
  });
  it('is refused for what is no cron expression and no zone', () => {
    const now = new Date();
    expect(() => nextFire({ cron: '99 * * * *', timeZone: 'UTC' }, now)).toThrow('cannot be read');
    expect(() => nextFire({ cron: '0 * * * *', timeZone: 'Nowhere/City' }, now)).toThrow('cannot be read');
  });
});
