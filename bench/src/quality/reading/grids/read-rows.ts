import type { Block } from '@atelier/documents';
import type { Statement } from './grid.ts';

/** A row as it was read. */
export type FoundRow = readonly Statement[];

const cellsOf = (line: string): string[] => line.split(/ \|(?: |$)/u).map((text) => text.trim());

/** The first line of a table has the names of its columns. Lines of one cell above it are titles. */
const rowsOfTable = (text: string): FoundRow[] => {
  const all = text.split('\n');
  const titles = Math.max(
    0,
    all.findIndex((line) => line.includes(' |')),
  );
  const [head = '', ...lines] = all.slice(titles);
  const names = cellsOf(head);
  if (lines.length === 0) return [names.map((value) => ({ name: '', value }))];
  return lines.map((line) => cellsOf(line).map((value, at) => ({ name: names[at] ?? '', value })));
};

/** A row has a value with its name on each line, or all values without names on one. */
const rowOfLines = (text: string): FoundRow =>
  text.split('\n').flatMap((line) => {
    const at = line.indexOf(': ');
    if (at >= 0) return [{ name: line.slice(0, at), value: line.slice(at + 2).trim() }];
    return cellsOf(line).map((value) => ({ name: '', value }));
  });

/** Returns the rows of all tables of a document. Empty cells say nothing. */
export const readRows = (blocks: readonly Block[]): FoundRow[] =>
  blocks
    .flatMap(({ kind, text }) =>
      kind === 'table' ? rowsOfTable(text) : kind === 'row' ? [rowOfLines(text)] : [],
    )
    .map((row) => row.filter(({ value }) => value !== ''))
    .filter((row) => row.length > 0);
