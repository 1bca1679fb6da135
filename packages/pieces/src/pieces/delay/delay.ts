import type { FieldValues } from '@atelier/contracts/fields/fields';
import { DateTime } from 'luxon';
import { type Piece, PieceError } from '../../piece.ts';
import { readTimeZone, timeZoneField } from '../../time-zone.ts';
import { readNumberField, readTextField } from '../../values.ts';

const day = 86_400;
/** The longest delay, in seconds: one year. */
const longest = 365 * day;
const units: Readonly<Record<string, number>> = { SECONDS: 1, MINUTES: 60, HOURS: 3600, DAYS: day };

const delayFor = (values: FieldValues) => {
  const wanted = (readNumberField(values, 'seconds') ?? 0) * (units[readTextField(values, 'unit')] ?? 1);
  if (wanted > longest)
    throw new PieceError('pieces.invalid_input', 'A delay can last 365 days at most. Please shorten it.');
  return { kind: 'sleep', ms: Math.round(wanted * 1000) } as const;
};

const delayUntil = (values: FieldValues) => {
  const time = Date.parse(readTextField(values, 'at'));
  if (time > Date.now() + longest * 1000)
    throw new PieceError(
      'pieces.invalid_input',
      'A delay can last 365 days at most. Please choose an earlier date.',
    );
  return { kind: 'sleep-until', at: new Date(time).toISOString() } as const;
};

/** The day begins in the time zone of the step. */
const delayUntilDay = (values: FieldValues) => {
  const day = DateTime.fromISO(readTextField(values, 'day'), { zone: readTimeZone(values) });
  return delayUntil({ at: day.startOf('day').toISO() ?? '' });
};

export const delay: Piece = {
  name: 'delay',
  version: '1.1.0',
  displayName: 'Delay',
  description: 'Waits for a time or until a date. Waiting costs nothing and survives restarts.',
  category: 'FLOW',
  icon: 'hourglass',
  triggers: [],
  actions: [
    {
      kind: 'control',
      name: 'delay_for',
      displayName: 'Wait for a time',
      description: 'Waits as long as you say, up to 365 days.',
      fields: [
        {
          name: 'seconds',
          label: 'How long',
          type: 'NUMBER',
          required: true,
          min: 0,
          max: longest,
          default: 60,
        },
        {
          name: 'unit',
          label: 'Unit',
          type: 'STATIC_DROPDOWN',
          default: 'SECONDS',
          options: [
            { value: 'SECONDS', label: 'Seconds' },
            { value: 'MINUTES', label: 'Minutes' },
            { value: 'HOURS', label: 'Hours' },
            { value: 'DAYS', label: 'Days' },
          ],
        },
      ],
      plan: delayFor,
    },
    {
      kind: 'control',
      name: 'delay_until',
      displayName: 'Wait until a date',
      description: 'Waits until the date and time. A date in the past is no wait.',
      fields: [
        {
          name: 'at',
          label: 'Date and time',
          type: 'DATE_TIME',
          required: true,
          placeholder: '2026-03-31T09:30:00+02:00',
        },
      ],
      plan: delayUntil,
    },
    {
      kind: 'control',
      name: 'delay_until_day',
      displayName: 'Wait until a day',
      description: 'Waits until the day begins. A day in the past is no wait.',
      fields: [{ name: 'day', label: 'Day', type: 'DATE', required: true }, timeZoneField],
      plan: delayUntilDay,
    },
  ],
};
