import type { FieldValues } from '@atelier/contracts/fields/fields';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../../tests/run-action.ts';
import { readInput } from '../../read-input.ts';
import { schedule } from './schedule.ts';

const cron = (name: string, input: FieldValues = {}) => {
  const trigger = schedule.triggers.find((each) => each.name === name);
  if (trigger?.kind !== 'schedule') throw new Error(`There is no trigger ${name}.`);
  return trigger.schedule(readInput(trigger.fields, input)).cron;
};

describe('a schedule', () => {
  it('becomes a cron expression', () => {
    expect(cron('every_x_minutes')).toBe('*/15 * * * *');
    expect(cron('every_x_minutes', { minutes: 1 })).toBe('*/1 * * * *');
    expect(cron('every_hour', { minute: 59 })).toBe('59 * * * *');
    expect(cron('every_day')).toBe('0 9 * * *');
    expect(cron('every_day', { hour_of_the_day: 23, minute: 5, weekdaysOnly: true })).toBe('5 23 * * 1-5');
    expect(cron('every_week')).toBe('0 9 * * 1');
    expect(cron('every_week', { day_of_the_week: '0', hour_of_the_day: 0 })).toBe('0 0 * * 0');
    expect(cron('every_month', { day_of_the_month: 31 })).toBe('0 9 31 * *');
    expect(cron('cron_expression', { cronExpression: ' 1  2 * * * ' })).toBe('1 2 * * *');
  });

  it('has times that there are', async () => {
    for (const [name, input] of [
      ['every_x_minutes', { minutes: 7 }],
      ['every_hour', { minute: 60 }],
      ['every_hour', { minute: -1 }],
      ['every_hour', { minute: 1.5 }],
      ['every_day', { hour_of_the_day: 24 }],
      ['every_week', { day_of_the_week: '7' }],
      ['every_month', { day_of_the_month: 0 }],
      ['every_month', { day_of_the_month: 32 }],
      ['cron_expression', { cronExpression: '* * * *' }],
      ['cron_expression', { cronExpression: '* * * * * *' }],
    ] as const)
      expect(await failureOf(() => cron(name, input)), `${name} ${JSON.stringify(input)}`).toContain(
        'pieces.invalid_input',
      );
  });
});
