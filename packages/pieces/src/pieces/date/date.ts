import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { DateTime } from 'luxon';
import type { Piece } from '../../piece.ts';
import { refuse } from '../../refuse.ts';
import { readNumberField, readTextField } from '../../values.ts';
import { dateField, readDate, writeDate, zoneField, zoneIn } from './read-date.ts';

const units = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;
type Unit = (typeof units)[number];
const readUnit = (values: FieldValues): Unit =>
  units.find((it) => it === readTextField(values, 'unit')) ?? 'days';
const unitField: Field = {
  name: 'unit',
  label: 'Unit',
  type: 'STATIC_DROPDOWN',
  required: true,
  default: 'days',
  options: units.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
};

const patternField: Field = {
  name: 'format',
  label: 'Format',
  type: 'SHORT_TEXT',
  required: true,
  max: 100,
  default: 'yyyy-MM-dd HH:mm',
  description:
    'yyyy year, MM month, dd day, HH hour, mm minute, ss second, cccc weekday, LLLL name of the month.',
};
const languageField: Field = {
  name: 'locale',
  label: 'Language',
  type: 'SHORT_TEXT',
  max: 35,
  default: 'en',
};

const readLanguage = (values: FieldValues): string => {
  const language = readTextField(values, 'locale').trim() || 'en';
  try {
    return Intl.getCanonicalLocales(language)[0] ?? 'en';
  } catch {
    return refuse(`There is no language “${language}”. Please enter one such as en or de-CH.`);
  }
};

const dateIn = (values: FieldValues, name = 'date'): DateTime =>
  readDate(readTextField(values, name), zoneIn(values)).setLocale(readLanguage(values));

const parse = (values: FieldValues): string => {
  const [text, format] = [readTextField(values, 'text').trim(), readTextField(values, 'format')];
  const date = DateTime.fromFormat(text, format, { zone: zoneIn(values), locale: readLanguage(values) });
  if (date.isValid) return writeDate(date);
  return refuse(`“${text.slice(0, 60)}” is not written as ${format}. Please correct the format.`);
};

const add = (values: FieldValues): string => {
  const amount = readNumberField(values, 'amount') ?? 0;
  return writeDate(dateIn(values).plus({ [readUnit(values)]: amount }));
};

const difference = (values: FieldValues): number => {
  const [from, to] = [dateIn(values, 'from'), dateIn(values, 'to')];
  return Number(to.diff(from, readUnit(values)).as(readUnit(values)).toFixed(6));
};

const parts = (values: FieldValues) => {
  const date = dateIn(values);
  const { year, quarter, month, day, hour, minute, second, weekday, weekNumber, ordinal } = date;
  return {
    year,
    quarter,
    month,
    day,
    hour,
    minute,
    second,
    weekday,
    weekdayName: date.toFormat('cccc'),
    monthName: date.toFormat('LLLL'),
    week: weekNumber,
    dayOfYear: ordinal,
    isWeekend: weekday > 5,
    unixSeconds: Math.floor(date.toSeconds()),
    iso: writeDate(date),
  };
};

const sample = '2026-03-31T09:30:00.000+02:00';

export const date: Piece = {
  name: 'date',
  version: '1.0.0',
  displayName: 'Date',
  description: 'Reads, writes, adds and compares dates, with time zones.',
  category: 'DATA',
  icon: 'calendar',
  triggers: [],
  actions: [
    {
      kind: 'pure',
      name: 'current_date',
      displayName: 'Current date',
      description: 'The date and time at which the step runs.',
      fields: [zoneField],
      sample,
      run: (values) => writeDate(DateTime.now().setZone(zoneIn(values))),
    },
    {
      kind: 'pure',
      name: 'format_date',
      displayName: 'Write a date',
      description: 'Writes a date in the form and the language that you choose.',
      fields: [dateField, patternField, zoneField, languageField],
      sample: '2026-03-31 09:30',
      run: (values) => dateIn(values).toFormat(readTextField(values, 'format')),
    },
    {
      kind: 'pure',
      name: 'parse_date',
      displayName: 'Read a date',
      description: 'Reads a date that is written in another form.',
      fields: [
        {
          name: 'text',
          label: 'Text',
          type: 'SHORT_TEXT',
          required: true,
          max: 100,
          placeholder: '31.03.2026',
        },
        { ...patternField, default: 'dd.MM.yyyy' },
        zoneField,
        languageField,
      ],
      sample,
      run: parse,
    },
    {
      kind: 'pure',
      name: 'add_to_date',
      displayName: 'Add time',
      description: 'Adds time to a date. One month after 31 January is the last day of February.',
      fields: [
        dateField,
        {
          name: 'amount',
          label: 'How much',
          type: 'NUMBER',
          required: true,
          min: -1_000_000_000,
          max: 1_000_000_000,
          default: 1,
          description: 'A negative number subtracts.',
        },
        unitField,
        zoneField,
      ],
      sample,
      run: add,
    },
    {
      kind: 'pure',
      name: 'date_difference',
      displayName: 'Time between two dates',
      description: 'How long it is from one date to another; negative when the second is earlier.',
      fields: [
        { ...dateField, name: 'from', label: 'From' },
        { ...dateField, name: 'to', label: 'To' },
        unitField,
        zoneField,
      ],
      sample: 3,
      run: difference,
    },
    {
      kind: 'pure',
      name: 'date_parts',
      displayName: 'Parts of a date',
      description: 'Year, month, day, weekday, week and more.',
      fields: [dateField, zoneField, languageField],
      sample: { year: 2026, month: 3, day: 31, weekday: 2, weekdayName: 'Tuesday', isWeekend: false },
      run: parts,
    },
  ],
};
