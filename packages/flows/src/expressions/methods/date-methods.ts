import { ExactNumber } from '@atelier/contracts/kernel/exact-number';
import type { Computation } from '../computation.ts';
import { ExpressionError } from '../expression-error.ts';
import { toNumber, toText } from '../values.ts';
import type { Method, Methods } from './method.ts';

const form = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Returns the moment that a text or a number of milliseconds means, or undefined. A time without a zone is in UTC. */
export const momentIn = (value: unknown): number | undefined => {
  if (typeof value === 'number') return Number.isFinite(new Date(value).getTime()) ? value : undefined;
  if (value instanceof ExactNumber) return momentIn(Number(value));
  if (typeof value !== 'string' || value.length > 40 || !form.test(value.trim())) return undefined;
  const text = value.trim().replace(' ', 'T');
  const hasZone = text.length <= 10 || /(?:Z|[+-]\d\d:?\d\d)$/.test(text);
  const moment = Date.parse(hasZone ? text : `${text}Z`);
  return Number.isNaN(moment) ? undefined : moment;
};

/** Reading or writing a date takes as long as so many steps. */
const stepsOfDate = 10;

const readMoment = (value: unknown, computation: Computation): number => {
  computation.spend(stepsOfDate);
  const moment = momentIn(value);
  if (moment === undefined) {
    throw new ExpressionError(
      `“${typeof value === 'string' ? value.slice(0, 40) : typeof value}” is not a date. Dates are written like 2026-03-31 or 2026-03-31T09:30:00Z.`,
    );
  }
  return moment;
};

const toIsoDate = (moment: number): string => {
  const date = new Date(moment);
  if (Number.isNaN(date.getTime())) throw new ExpressionError('The date is out of range.');
  return date.toISOString();
};

const addition =
  (ms: number): Method<string | number> =>
  (date, [count], computation) =>
    toIsoDate(readMoment(date, computation) + toNumber(count) * ms);

const addMonths: Method<string | number> = (date, [count], computation) => {
  computation.spend(stepsOfDate);
  const before = new Date(readMoment(date, computation));
  const day = before.getUTCDate();
  const after = new Date(before);
  after.setUTCDate(1);
  after.setUTCMonth(before.getUTCMonth() + Math.trunc(toNumber(count)));
  const last = new Date(Date.UTC(after.getUTCFullYear(), after.getUTCMonth() + 1, 0)).getUTCDate();
  after.setUTCDate(Math.min(day, last));
  return toIsoDate(after.getTime());
};

const createDateFormat = (zone: string): Intl.DateTimeFormat => {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      weekday: 'long',
    });
  } catch {
    throw new ExpressionError(
      `There is no time zone “${zone.slice(0, 40)}”. It is written like Europe/Berlin.`,
    );
  }
};

const partsIn = (moment: number, zone: string, computation: Computation): Record<string, string> => {
  const parts = computation.reuseFormat(`at ${zone}`, () => createDateFormat(zone)).formatToParts(moment);
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
};

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const pieces = /YYYY|MMMM|MM|DD|dddd|HH|mm|ss/g;

/** Writes a date with a pattern such as `DD.MM.YYYY HH:mm`, in a time zone. */
const format: Method<string | number> = (date, [pattern = 'YYYY-MM-DD', zone = 'UTC'], computation) => {
  const text = toText(pattern, computation);
  if (text.length > 200) throw new ExpressionError('The pattern of the date is too long.');
  const parts = partsIn(readMoment(date, computation), toText(zone, computation), computation);
  const values: Readonly<Record<string, string | undefined>> = {
    YYYY: parts['year'],
    MMMM: monthNames[Number(parts['month']) - 1],
    MM: parts['month'],
    DD: parts['day'],
    dddd: parts['weekday'],
    HH: parts['hour'],
    mm: parts['minute'],
    ss: parts['second'],
  };
  return text.replace(pieces, (piece) => values[piece] ?? piece);
};

/** The functions of dates, which are texts or milliseconds. */
export const dateMethods: Methods<string | number> = new Map([
  ['format', format],
  ['addMinutes', addition(60_000)],
  ['addHours', addition(3_600_000)],
  ['addDays', addition(86_400_000)],
  ['addMonths', addMonths],
  ['date', (date, _inputs, computation) => toIsoDate(readMoment(date, computation))],
  ['milliseconds', (date, _inputs, computation) => readMoment(date, computation)],
]);
