/** Shows a number as its cell does. `stored` is the number as the file writes it, which may have more digits than a number can have here. */
export type ShowNumber = (value: number, stored: string) => string;

/** The formatter of SheetJS. Throws for a format that is none. */
export interface Formatter {
  format(code: string, value: number | string, options: { date1904: boolean }): string;
}

const asFormatter = (found: unknown): Formatter => found as Formatter;

/** Loads the formatter of the library that reads old workbooks. It takes longer to load than a small workbook to read. */
export const loadFormatter = async (): Promise<Formatter> => {
  const library = await import('@e965/xlsx');
  return asFormatter(library.SSF);
};

/** The formats that spreadsheets know by number (ECMA-376 part 1, 18.8.30); those of East Asia differ by language and are written as dates. */
const builtIn = new Map<number, string>([
  ...Object.entries({
    1: '0',
    2: '0.00',
    3: '#,##0',
    4: '#,##0.00',
    5: '"$"#,##0;\\("$"#,##0\\)',
    6: '"$"#,##0;[Red]\\("$"#,##0\\)',
    7: '"$"#,##0.00;\\("$"#,##0.00\\)',
    8: '"$"#,##0.00;[Red]\\("$"#,##0.00\\)',
    9: '0%',
    10: '0.00%',
    11: '0.00E+00',
    12: '# ?/?',
    13: '# ??/??',
    18: 'h:mm',
    19: 'h:mm:ss',
    20: 'h:mm',
    21: 'h:mm:ss',
    22: 'yyyy-mm-dd h:mm',
    32: 'h:mm',
    33: 'h:mm:ss',
    34: 'h:mm',
    35: 'h:mm:ss',
    37: '#,##0;\\(#,##0\\)',
    38: '#,##0;[Red]\\(#,##0\\)',
    39: '#,##0.00;\\(#,##0.00\\)',
    40: '#,##0.00;[Red]\\(#,##0.00\\)',
    41: '#,##0;\\(#,##0\\);"-"',
    42: '"$"#,##0;\\("$"#,##0\\);"$-"',
    43: '#,##0.00;\\(#,##0.00\\);"-"',
    44: '"$"#,##0.00;\\("$"#,##0.00\\);"$-"',
    45: 'mm:ss',
    46: '[h]:mm:ss',
    47: 'mm:ss.0',
    48: '##0.0E+0',
    49: '@',
  }).map(([id, code]): [number, string] => [Number(id), code]),
  ...[14, 15, 16, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map((id): [number, string] => [
    id,
    'yyyy-mm-dd',
  ]),
  [17, 'yyyy-mm'],
]);

/** Returns the code of a format that has only a number in the file. */
export const findBuiltIn = (id: number): string => builtIn.get(id) ?? 'General';

/** The longest code that Excel takes. */
const longestCode = 255;

/** Quoted texts, escaped and padding characters, and brackets, but not those of durations, say nothing about the kind of a format. */
const bare = (code: string): string =>
  code
    .replace(/"[^"]*"?|\\.|_.|\*./g, '')
    .replace(/\[(?!(?:h{1,9}|m{1,9}|s{1,9})\])[^[\]]*\]/gi, '')
    .replace(/general/gi, '');

export type FormatKind = 'general' | 'number' | 'duration' | 'time' | 'date' | 'month' | 'year';

interface FormatFacts {
  kind: FormatKind;
  hasTime: boolean;
  hasSeconds: boolean;
}

/** Returns the parts of dates and times that a format shows, each as one letter; `n` means minutes, which have the letter of months. */
const listParts = (code: string): string[] => {
  const letters = Array.from(
    code
      .toLowerCase()
      .replaceAll(/am\/pm|a\/p/g, '')
      .replaceAll(/[^a-z]/g, ''),
  );
  const runs = letters.filter((letter, at) => letter !== letters[at - 1]);
  return runs.map((letter, at) =>
    letter === 'm' && (runs[at - 1] === 'h' || runs[at + 1] === 's') ? 'n' : letter,
  );
};

const readTimeKind = (code: string): FormatFacts => {
  const parts = listParts(code);
  const has = (letters: string): boolean => parts.some((part) => letters.includes(part));
  const facts = { hasTime: has('hs'), hasSeconds: has('s') };
  if (has('d') && has('m')) return { kind: 'date', ...facts };
  if (has('ybge')) return { kind: has('m') ? 'month' : 'year', ...facts };
  // A weekday alone, an hour alone and the like are written as they are shown.
  return { kind: has('h') && has('ns') && !has('dm') ? 'time' : 'number', ...facts };
};

/** Returns the kind of values that a format shows. */
export function readFormatKind(code: string): FormatFacts {
  const none = { hasTime: false, hasSeconds: false };
  if (code.length > longestCode) return { kind: 'general', ...none };
  const letters = bare(code);
  const [first = ''] = letters.split(';');
  if ((letters === '' && !/["\\;]/.test(code)) || letters === '@') return { kind: 'general', ...none };
  if (/\[/.test(first)) return { kind: 'duration', ...none };
  return /[ymdhs]/i.test(first) ? readTimeKind(first) : { kind: 'number', ...none };
}

/** Says whether the numbers of a format can only be shown with the formatter. */
export const needsFormatter = (code: string): boolean => {
  const { kind } = readFormatKind(code);
  return kind === 'number' || kind === 'duration' || hasText(code);
};

/** A format that puts words around texts, or hides them. */
const hasText = (code: string): boolean => {
  const sections = code
    .slice(0, longestCode)
    .replace(/"[^"]*"?|\\.|_.|\*./g, (part) => (part.startsWith('_') || part.startsWith('*') ? '' : 'x'))
    .split(';');
  const last = sections.at(-1)?.replace(/\[[^[\]]*\]/g, '') ?? '';
  return sections.length > 3 ? last !== '@' : last.includes('@') && last !== '@';
};

const isLongWhole = (stored: string): boolean => stored.length > 15 && /^-?\d{16,400}$/.test(stored);

/** Excel calculates with and shows fifteen digits, so 0.1 + 0.2 is 0.3. Whole numbers with more are ids, and stay as they are. */
const plainText: ShowNumber = (value, stored) =>
  isLongWhole(stored) ? stored : String(Number(value.toPrecision(15)));

const secondsOfDay = 24 * 3600;
/** The days from the beginning of each calendar to 1 January 1970. */
const epoch = { from1900: 25_569, from1904: 24_107 };

/** Returns the date and the time of a number of days in ISO form; undefined where no calendar has the day. */
function readDays(days: number, from1904: boolean): { date: string; time: string } | undefined {
  if (days < 0) return undefined;
  // The calendar of Excel has 29 February 1900, which never was, and a day before the first one.
  const early = !from1904 && days < 60 ? 1 : 0;
  const seconds = Math.round((days + early - (from1904 ? epoch.from1904 : epoch.from1900)) * secondsOfDay);
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999) return undefined;
  const iso = date.toISOString();
  return { date: !from1904 && days < 1 ? '1900-01-00' : iso.slice(0, 10), time: iso.slice(11, 19) };
}

const createShowDate =
  ({ kind, hasTime, hasSeconds }: FormatFacts, from1904: boolean): ShowNumber =>
  (value, stored) => {
    const read = readDays(value, from1904);
    if (read === undefined) return plainText(value, stored);
    const { date } = read;
    const time = hasSeconds ? read.time : read.time.slice(0, 5);
    if (kind === 'time') return time;
    if (kind === 'year') return date.slice(0, 4);
    if (kind === 'month' && !hasTime) return date.slice(0, 7);
    return read.time === '00:00:00' ? date : `${date} ${time}`;
  };

/** Returns a format without its languages, which the formatter takes for dollars. */
const withoutLanguage = (code: string): string => code.replaceAll(/\[\$-[^[\]]*\]/g, '');

/** Creates the function that shows numbers by a format. Dates and times are written in ISO form, all else as the cell shows it. */
export function createShowNumber(
  code: string,
  from1904: boolean,
  formatter: Formatter | undefined,
): ShowNumber {
  const format = readFormatKind(code);
  if (format.kind === 'general' || (formatter === undefined && ['number', 'duration'].includes(format.kind)))
    return plainText;
  if (formatter === undefined || !['number', 'duration'].includes(format.kind))
    return createShowDate(format, from1904);
  const isDuration = format.kind === 'duration';
  const clean = withoutLanguage(code);
  // The formatter knows a general number with words around it only where it is written out.
  const hasGeneral = /general/i.test(clean) && !clean.includes(';');
  return (value, stored) => {
    if (isLongWhole(stored)) return stored;
    try {
      const written = hasGeneral ? clean.replace(/general/i, `"${plainText(value, stored)}"`) : clean;
      const shown = formatter.format(written, isDuration ? Math.abs(value) : value, { date1904: from1904 });
      return isDuration && value < 0 ? `-${shown}` : shown.trim();
    } catch {
      return plainText(value, stored);
    }
  };
}

/** Creates the function that shows texts by a format; undefined where the format leaves them as they are. */
export function createShowText(
  code: string,
  formatter: Formatter | undefined,
): ((text: string) => string) | undefined {
  if (formatter === undefined || !hasText(code)) return undefined;
  return (text) => {
    try {
      return formatter.format(code, text, { date1904: false });
    } catch {
      return text;
    }
  };
}
