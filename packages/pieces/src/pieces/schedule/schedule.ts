import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { type Piece, PieceError, type PieceTrigger } from '../../piece.ts';
import { readTimeZone, timeZoneField } from '../../time-zone.ts';
import { isOn, readNumberField, readTextField } from '../../values.ts';

const everyMinutes = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30];
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const hour: Field = {
  name: 'hour_of_the_day',
  label: 'Hour',
  type: 'NUMBER',
  required: true,
  min: 0,
  max: 23,
  default: 9,
};
const minute: Field = {
  name: 'minute',
  label: 'Minute',
  type: 'NUMBER',
  required: true,
  min: 0,
  max: 59,
  default: 0,
};

const whole = (values: FieldValues, { name, label }: Field): number => {
  const value = readNumberField(values, name);
  if (value !== undefined && Number.isInteger(value)) return value;
  throw new PieceError('pieces.invalid_input', `“${label}” must be a whole number.`);
};

const sample = { scheduledFor: '2026-03-31T09:00:00.000Z', timeZone: 'Europe/Berlin' };

const dayOfMonth: Field = {
  name: 'day_of_the_month',
  label: 'Day of the month',
  type: 'NUMBER',
  required: true,
  min: 1,
  max: 31,
  default: 1,
  description: 'In a month without this day the flow does not start.',
};

const cronField: Field = {
  name: 'cronExpression',
  label: 'Cron expression',
  type: 'SHORT_TEXT',
  required: true,
  max: 200,
  default: '0 9 * * 1-5',
  description:
    'Minute, hour, day of the month, month, day of the week. `0 9 * * 1-5` is 9:00 from Monday to Friday.',
};

const readCron = (values: FieldValues): string => {
  const parts = readTextField(values, cronField.name).trim().split(/\s+/);
  if (parts.length === 5) return parts.join(' ');
  throw new PieceError(
    'pieces.invalid_input',
    `A cron expression has five parts: minute, hour, day of the month, month, day of the week. This one has ${parts.length}.`,
  );
};

interface Timed {
  name: string;
  displayName: string;
  description: string;
  fields: readonly Field[];
  cron: (values: FieldValues) => string;
}

const timed = ({ cron, fields, ...described }: Timed): PieceTrigger => ({
  ...described,
  kind: 'schedule',
  fields: [...fields, timeZoneField],
  sample,
  schedule: (values) => ({ cron: cron(values), timeZone: readTimeZone(values) }),
});

export const schedule: Piece = {
  name: 'schedule',
  version: '1.0.0',
  displayName: 'Schedule',
  description: 'Starts a flow at fixed times, in your time zone.',
  category: 'FLOW',
  icon: 'clock',
  actions: [],
  triggers: [
    timed({
      name: 'every_x_minutes',
      displayName: 'Every few minutes',
      description: 'Starts the flow every 1 to 30 minutes.',
      fields: [
        {
          name: 'minutes',
          label: 'Every',
          type: 'STATIC_DROPDOWN',
          required: true,
          default: '15',
          options: everyMinutes.map((it) => ({
            value: String(it),
            label: it === 1 ? 'minute' : `${it} minutes`,
          })),
        },
      ],
      cron: (values) => `*/${readTextField(values, 'minutes')} * * * *`,
    }),
    timed({
      name: 'every_hour',
      displayName: 'Every hour',
      description: 'Starts the flow every hour, at a minute of your choice.',
      fields: [minute],
      cron: (values) => `${whole(values, minute)} * * * *`,
    }),
    timed({
      name: 'every_day',
      displayName: 'Every day',
      description: 'Starts the flow once a day.',
      fields: [hour, minute, { name: 'weekdaysOnly', label: 'From Monday to Friday only', type: 'CHECKBOX' }],
      cron: (values) =>
        `${whole(values, minute)} ${whole(values, hour)} * * ${isOn(values, 'weekdaysOnly') ? '1-5' : '*'}`,
    }),
    timed({
      name: 'every_week',
      displayName: 'Every week',
      description: 'Starts the flow on one day of the week.',
      fields: [
        {
          name: 'day_of_the_week',
          label: 'Day',
          type: 'STATIC_DROPDOWN',
          required: true,
          default: '1',
          options: days.map((label, index) => ({ value: String(index), label })),
        },
        hour,
        minute,
      ],
      cron: (values) =>
        `${whole(values, minute)} ${whole(values, hour)} * * ${readTextField(values, 'day_of_the_week')}`,
    }),
    timed({
      name: 'every_month',
      displayName: 'Every month',
      description: 'Starts the flow on one day of the month.',
      fields: [dayOfMonth, hour, minute],
      cron: (values) => `${whole(values, minute)} ${whole(values, hour)} ${whole(values, dayOfMonth)} * *`,
    }),
    timed({
      name: 'cron_expression',
      displayName: 'Cron expression',
      description: 'Starts the flow at the times of a cron expression.',
      fields: [cronField],
      cron: readCron,
    }),
  ],
};
