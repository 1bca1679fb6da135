/** A spreadsheet runs what begins with one of these, also behind blanks, and wide as Japanese types them; the quote in front makes it text. */
const startsFormula = /^\s*[=+\-@\t\r\n＝＋－＠]/;

/** Text that no spreadsheet takes for a formula. */
export const withoutFormula = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

export type CsvValue = string | number | boolean | null;

/** One value of a CSV line (RFC 4180): text is quoted and never a formula; nothing is an empty text. */
export const csvCell = (value: CsvValue): string =>
  typeof value === 'string' || value === null
    ? `"${withoutFormula(value ?? '').replaceAll('"', '""')}"`
    : String(value);

export const csvLine = (values: readonly CsvValue[]): string => `${values.map(csvCell).join(',')}\r\n`;

/** Stands first in a file; it tells spreadsheets that the text is UTF-8. */
export const csvMark = '\uFEFF';
