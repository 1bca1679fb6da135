import { CsvRows } from './csv-rows.ts';

const delimiters = [',', '\t', '|', ';', '\u001e', '\u001f'];
/** The rows at the beginning of a file that are compared. */
const comparedRows = 10;

function countCells(sample: string, delimiter: string): number[] {
  const rows = new CsvRows(delimiter);
  const counts: number[] = [];
  for (const part of [rows.read(sample), rows.end()]) {
    for (const row of part) {
      if (row.some((cell) => cell.trim() !== '')) counts.push(row.length);
      if (counts.length === comparedRows) return counts;
    }
  }
  return counts;
}

/** Returns the delimiter whose rows differ least in their number of cells, and of several the one with most cells; a comma when there is none. */
export function findDelimiter(sample: string): string {
  const found = delimiters
    .map((delimiter) => {
      const counts = countCells(sample, delimiter);
      const change = counts.reduce((sum, count, at) => sum + Math.abs(count - (counts[at - 1] ?? count)), 0);
      const average = counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length);
      return { delimiter, change, average };
    })
    .filter(({ average }) => average >= 2)
    .toSorted((one, other) => one.change - other.change || other.average - one.average);
  return found[0]?.delimiter ?? ',';
}
