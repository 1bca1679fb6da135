/**
 * A spreadsheet treats a cell that begins with one of these as a formula, also after white space and in full-width form. A leading quote
 * makes it text.
 */
const startsFormula = /^\s*[=+\-@\t\r\n＝＋－＠]/;

/** Returns the text with a leading quote where a spreadsheet would treat it as a formula. */
export const withoutFormula = (text: string): string => (startsFormula.test(text) ? `'${text}` : text);

export type CsvValue = string | number | boolean | null;

/** Formats one value of a CSV line (RFC 4180). Text is quoted and never a formula; null becomes an empty text. */
export const csvCell = (value: CsvValue): string =>
  typeof value === 'string' || value === null
    ? `"${withoutFormula(value ?? '').replaceAll('"', '""')}"`
    : String(value);

export const csvLine = (values: readonly CsvValue[]): string => `${values.map(csvCell).join(',')}\r\n`;

/** The byte order mark at the start of a CSV file, which tells spreadsheets that the text is UTF-8. */
export const csvMark = '\uFEFF';
