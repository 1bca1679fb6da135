import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { DateTime } from 'luxon';
import { refuse } from '../../refuse.ts';
import { readTimeZone, timeZoneField } from '../../time-zone.ts';
import { readTextField } from '../../values.ts';

export const dateField: Field = {
  name: 'date',
  label: 'Date',
  type: 'SHORT_TEXT',
  required: true,
  max: 100,
  placeholder: '2026-03-31T09:30:00Z',
  description: 'ISO 8601, as in mails, or seconds since 1970. Without an offset the time zone below counts.',
};

export const zoneField: Field = { ...timeZoneField, required: false };

export const zoneIn = (values: FieldValues): string =>
  readTextField(values, zoneField.name).trim() === '' ? 'UTC' : readTimeZone(values);

const ofNumber = (text: string, zone: string): DateTime => {
  const number = Number(text);
  // Seconds until the year 5138; longer numbers are milliseconds.
  return DateTime.fromMillis(Math.abs(number) < 1e11 ? number * 1000 : number, { zone });
};

const readings = [
  (text: string, zone: string) => DateTime.fromISO(text, { zone }),
  (text: string, zone: string) => DateTime.fromSQL(text, { zone }),
  (text: string, zone: string) => DateTime.fromRFC2822(text, { zone }),
  (text: string, zone: string) => DateTime.fromHTTP(text, { zone }),
];

/** Returns a date in the zone. Throws PieceError `pieces.invalid_input`. */
export const readDate = (given: string, zone: string): DateTime => {
  const text = given.trim();
  const tries = /^-?\d{9,17}(?:\.\d{1,9})?$/.test(text) ? [ofNumber] : readings;
  for (const read of tries) {
    const date = read(text, zone);
    if (date.isValid) return date.setZone(zone);
  }
  return refuse(
    `“${text.slice(0, 60)}” is not a date that can be read. Please use one such as 2026-03-31 or 2026-03-31T09:30:00+02:00, or the action “Read a date”.`,
  );
};

/** ISO 8601 with milliseconds and the offset. Throws PieceError when the date is outside of what can be stored. */
export const writeDate = (date: DateTime): string =>
  date.toISO() ?? refuse('This date is too far away. Please use a nearer one.');
