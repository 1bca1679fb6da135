/** A cell of a table row with the name of its column, which may be empty. */
export interface Cell {
  name: string;
  value: string;
}

const ruled = /^\|.*\|$/;
const ruleSigns = /^[\s:|-]+$/;
const named = /^([^:|]{1,80}): ([^\s|][^|]{0,160})$/;
/** A label of a form that nobody filled in. */
const unfilled = /^([^:|]{1,80}):$/;
/** A value whose column has no name. */
const bareValue = /^[$€£]?\s?\(?[$€£]?\s?(?:\p{N}[\p{N}.,]*|—)\)?\s?%?$/u;
/** An amount in the place of the name of a column: the first row of a table whose names are above it. */
const amountAsName = /^[$€£]\s?\p{N}|^\(?\p{N}{1,3}(?:[.,]\p{N}{3})+\)?$/u;

/** Returns true for a row with cells between bars, with or without bars at its edges. */
export const isBarRow = (line: string): boolean => ruled.test(line) || / \| |^\| /.test(line);

/** Returns true for the line under the header of a Markdown table. */
export const isRule = (line: string): boolean =>
  line.includes('|') && line.includes('---') && ruleSigns.test(line);

export const cellsOfBarRow = (line: string): string[] =>
  (ruled.test(line) ? line.slice(1, -1) : line).split('|').map((cell) => cell.trim());

/** Returns true for a header row: after its label it contains no number except years. */
export const isHead = (cells: readonly string[]): boolean =>
  cells.slice(1).every((cell) => !/^[^\p{L}\p{N}]*\p{N}[^\p{L}]*$/u.test(cell) || /^\p{N}{4}$/u.test(cell));

const totals =
  /^(?:(?:sub-?|grand |net |gross )?totals?|sum|vat|tax|discount|shipping|amount due|balance due|zwischensumme|(?:gesamt|netto|brutto|rechnungs)\p{L}*|summe|mwst|ust|rabatt|total\p{L}*)(?:[^\p{L}]|$)/iu;

/** Returns the pair of a row below line items that has a total with its label in front of it, and nothing else. */
const readTotal = (cells: readonly string[]): Cell | undefined => {
  const [label, value, more] = cells.filter((cell) => cell !== '');
  const isTotal = cells[0] === '' && label !== undefined && value !== undefined && more === undefined;
  return isTotal && totals.test(label) && /\p{N}/u.test(value)
    ? { name: label.replace(/[:：]$/u, ''), value }
    : undefined;
};

/** Assigns column names to cells. When there are fewer names than cells, the first cells have none. */
export const nameCells = (cells: readonly string[], columns: readonly string[]): Cell[] => {
  const missing = Math.max(0, cells.length - columns.length);
  const total = readTotal(cells);
  if (total) return [total];
  return cells
    .map((value, at) => ({ name: (columns[at - missing] ?? '').replace(/:$/, ''), value }))
    .filter(({ value }) => value !== '');
};

/**
 * Parses a row written as one `name: value` per line, the form of imported spreadsheets; undefined for other lines. A line that
 * ends like a sentence is prose.
 */
export const cellsOfNamedLines = (lines: readonly string[]): Cell[] | undefined => {
  const [first = '', ...rest] = lines;
  const cells = lines.map(cellOfLine);
  const isBare = cells[0] === undefined && first.length <= 80 && !/[.!?:]$/.test(first);
  const filled = cells.filter((cell) => cell !== undefined && cell.value !== '').length;
  const isRow =
    rest.length > 0 &&
    filled >= cells.filter((cell) => cell?.value === '').length * 2 &&
    cells.every((cell, at) => (cell === undefined ? at === 0 && isBare : !/[.!?]$/.test(cell.value)));
  if (!isRow || (isBare && rest.length < 2)) return undefined;
  return cells.map((cell) => cell ?? { name: '', value: first });
};

const cellOfLine = (line: string): Cell | undefined => {
  if (bareValue.test(line)) return { name: '', value: line };
  const label = unfilled.exec(line)?.[1];
  if (label !== undefined) return { name: label, value: '' };
  const [, name, value] = named.exec(line) ?? [];
  if (name === undefined || value === undefined) return undefined;
  return { name: amountAsName.test(name) ? '' : name, value };
};

/** Formats a row for a quote. */
export const rowText = (cells: readonly Cell[]): string =>
  cells
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => (name === '' ? value : `${name}: ${value}`))
    .join('; ');
