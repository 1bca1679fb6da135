import { describe, expect, it } from 'vitest';
import { failureOf, runAction } from '../../../tests/run-action.ts';

const timezone = 'Europe/Berlin';

describe('the date piece', () => {
  it('reads the usual forms of dates', async () => {
    const read = (date: string) =>
      runAction('date.format_date', { date, format: "yyyy-MM-dd'T'HH:mm", timezone });
    for (const date of [
      '2026-03-31T07:30:00Z',
      '2026-03-31T09:30+02:00',
      '2026-03-31 09:30:00',
      'Tue, 31 Mar 2026 07:30:00 GMT',
      '1774942200',
      '1774942200000',
    ])
      expect(await read(date), date).toBe('2026-03-31T09:30');
    expect(await failureOf(() => read('next week'))).toContain('“next week” is not a date that can be read.');
  });

  it('adds time over the change of the clocks and at the end of months', async () => {
    const add = (date: string, amount: number, unit: string) =>
      runAction('date.add_to_date', { date, amount, unit, timezone });
    expect(await add('2026-03-28T09:00', 1, 'days')).toBe('2026-03-29T09:00:00.000+02:00');
    expect(await add('2026-03-28T09:00', 24, 'hours')).toBe('2026-03-29T10:00:00.000+02:00');
    expect(await add('2026-01-31', 1, 'months')).toBe('2026-02-28T00:00:00.000+01:00');
    expect(await add('2028-02-29', -1, 'years')).toBe('2027-02-28T00:00:00.000+01:00');
    expect(await failureOf(() => add('2026-01-31', 1e9, 'years'))).toContain('This date is too far away.');
  });

  it('measures the time between two dates in the time zone', async () => {
    const between = (from: string, to: string, unit: string) =>
      runAction('date.date_difference', { from, to, unit, timezone });
    expect(await between('2026-03-28', '2026-03-30', 'days')).toBe(2);
    expect(await between('2026-03-28', '2026-03-30', 'hours')).toBe(47);
    expect(await between('2026-03-30', '2026-03-29', 'days')).toBe(-1);
  });

  it('reads dates in a form and a language, and says what is wrong', async () => {
    const read = (text: string, format: string, locale = 'en') =>
      runAction('date.parse_date', { text, format, timezone, locale });
    expect(await read('31.03.2026', 'dd.MM.yyyy')).toBe('2026-03-31T00:00:00.000+02:00');
    expect(await read('31 mars 2026', 'd LLLL yyyy', 'fr')).toBe('2026-03-31T00:00:00.000+02:00');
    expect(await failureOf(() => read('2026-03-31', 'dd.MM.yyyy'))).toContain('is not written as dd.MM.yyyy');
    expect(await failureOf(() => read('31.03.2026', 'dd.MM.yyyy', '!'))).toContain(
      'There is no language “!”.',
    );
  });

  it('returns the parts of a date, and refuses unknown time zones', async () => {
    expect(await runAction('date.date_parts', { date: '2026-01-01', locale: 'de' })).toMatchObject({
      year: 2026,
      weekday: 4,
      weekdayName: 'Donnerstag',
      week: 1,
      quarter: 1,
      isWeekend: false,
      unixSeconds: 1_767_225_600,
    });
    const failure = await failureOf(() => runAction('date.current_date', { timezone: 'Mars/Base' }));
    expect(failure).toBe(
      'pieces.invalid_input: There is no time zone “Mars/Base”. Please enter one such as Europe/Berlin or UTC.',
    );
    expect(await runAction('date.current_date', { timezone })).toMatch(/^\d{4}-\d\d-\d\dT.*\+0[12]:00$/);
  });
});
