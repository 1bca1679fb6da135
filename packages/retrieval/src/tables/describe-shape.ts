import { Columns } from './columns.ts';
import type { Table } from './read-tables.ts';

/** The names and types of a table, without its rows. */
export interface TableShape {
  name: string;
  rows: number;
  columns: { name: string; kind: string; examples: string[] }[];
}

const most = { columns: 40, examples: 4, characters: 60 };

/** Describes a table by its columns, each with some of its values. */
export const describeShape = (table: Table): TableShape => {
  const columns = new Columns(table);
  return {
    name: table.name,
    rows: table.rows.length,
    columns: table.columns.slice(0, most.columns).map((name, at) => {
      const examples = new Set<string>();
      for (const { cells } of table.rows.slice(0, 1000)) {
        const cell = cells[at]?.trim() ?? '';
        if (cell !== '' && examples.size < most.examples) examples.add(cell.slice(0, most.characters));
      }
      return { name, kind: columns.columnValuesFor(at).kind, examples: [...examples] };
    }),
  };
};
