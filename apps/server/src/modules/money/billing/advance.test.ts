import { describe, expect, it } from 'vitest';
import { addMonths, monthAround } from './advance.ts';

const at = (text: string) => new Date(`${text}T09:30:00.000Z`);

describe('months of a plan', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-01-31', 2, '2026-03-31'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2026-03-15', 12, '2027-03-15'],
  ])('counts from the same day: %s and %i months is %s', (from, count, to) => {
    expect(addMonths(at(from), count)).toEqual(at(to));
  });

  it.each([
    ['2026-01-31', '2026-01-31', '2026-01-31', '2026-02-28'],
    ['2026-01-31', '2026-02-28', '2026-02-28', '2026-03-31'],
    ['2026-01-31', '2026-03-30', '2026-02-28', '2026-03-31'],
    ['2026-01-15', '2026-11-02', '2026-10-15', '2026-11-15'],
    ['2026-01-15', '2029-01-15', '2029-01-15', '2029-02-15'],
  ])('finds the month that began %s in which %s lies', (anchor, now, startsAt, endsAt) => {
    expect(monthAround(at(anchor), at(now))).toEqual({ startsAt: at(startsAt), endsAt: at(endsAt) });
  });

  it('stays in the first month for a clock that is behind', () => {
    expect(monthAround(at('2026-05-10'), at('2026-05-09'))).toEqual({
      startsAt: at('2026-05-10'),
      endsAt: at('2026-06-10'),
    });
  });
});
