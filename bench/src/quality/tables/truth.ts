import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { SaxesParser } from 'saxes';
import * as z from 'zod';

/** A cell with its text and the rows and columns that it covers, counted from 0. */
export interface Cell {
  text: string;
  row: number;
  column: number;
  lastRow: number;
  lastColumn: number;
}

/** A table on a page; edges are in the page's points, y grows upwards. */
export interface Table {
  page: number;
  left: number;
  right: number;
  bottom: number;
  top: number;
  cells: readonly Cell[];
}

export interface Document {
  name: string;
  set: string;
  path: string;
  tables: readonly Table[];
}

type Placed = Cell & { x1: number; x2: number; y1: number; y2: number };

const boxOf = (cells: readonly Placed[]): Omit<Table, 'page' | 'cells'> => ({
  left: Math.min(...cells.map(({ x1 }) => x1)),
  right: Math.max(...cells.map(({ x2 }) => x2)),
  bottom: Math.min(...cells.map(({ y1 }) => y1)),
  top: Math.max(...cells.map(({ y2 }) => y2)),
});

/** Reads the structure of the tables of a document of the ICDAR 2013 competition. */
export const readIcdar = (xml: string): Table[] => {
  const tables: Table[] = [];
  const parser = new SaxesParser();
  let page = 0;
  let cells: Placed[] = [];
  let cell: Placed | undefined;
  let isContent = false;
  parser.on('opentag', ({ name, attributes }) => {
    const numberOf = (key: string): number | undefined => {
      const value = attributes[key];
      return value === undefined ? undefined : Number(value);
    };
    if (name === 'region') {
      page = numberOf('page') ?? 0;
      cells = [];
    } else if (name === 'cell') {
      const [row, column] = [numberOf('start-row') ?? 0, numberOf('start-col') ?? 0];
      const [lastRow, lastColumn] = [numberOf('end-row') ?? row, numberOf('end-col') ?? column];
      cell = { text: '', row, column, lastRow, lastColumn, x1: 0, x2: 0, y1: 0, y2: 0 };
      cells.push(cell);
    } else if (name === 'bounding-box' && cell) {
      cell.x1 = numberOf('x1') ?? 0;
      cell.x2 = numberOf('x2') ?? 0;
      cell.y1 = numberOf('y1') ?? 0;
      cell.y2 = numberOf('y2') ?? 0;
    }
    isContent = name === 'content';
  });
  parser.on('text', (text) => {
    if (isContent && cell) cell.text += text;
  });
  parser.on('closetag', ({ name }) => {
    isContent = false;
    if (name === 'region' && cells.length > 0) tables.push({ page, ...boxOf(cells), cells });
  });
  parser.write(xml).close();
  return tables;
};

const Docling = z.object({
  tables: z.array(
    z.object({
      prov: z.array(
        z.object({
          page_no: z.int(),
          bbox: z.object({ l: z.number(), t: z.number(), r: z.number(), b: z.number() }),
        }),
      ),
      data: z.object({
        table_cells: z.array(
          z.object({
            text: z.string(),
            start_row_offset_idx: z.int(),
            end_row_offset_idx: z.int(),
            start_col_offset_idx: z.int(),
            end_col_offset_idx: z.int(),
          }),
        ),
      }),
    }),
  ),
});

/** Reads the tables that docling expects of one of its test documents. */
export const readDocling = (json: string): Table[] =>
  Docling.parse(JSON.parse(json)).tables.flatMap(({ prov: [place], data }) =>
    place === undefined || data.table_cells.length < 4
      ? []
      : [
          {
            page: place.page_no,
            ...{ left: place.bbox.l, right: place.bbox.r, top: place.bbox.t, bottom: place.bbox.b },
            cells: data.table_cells.map((cell) => ({
              text: cell.text,
              row: cell.start_row_offset_idx,
              column: cell.start_col_offset_idx,
              lastRow: cell.end_row_offset_idx - 1,
              lastColumn: cell.end_col_offset_idx - 1,
            })),
          },
        ],
  );

interface Truth {
  set: string;
  suffix: string;
  read: (text: string) => Table[];
}

const truths: readonly Truth[] = [
  { set: 'ICDAR 2013', suffix: '-str.xml', read: readIcdar },
  { set: 'docling', suffix: '.json', read: readDocling },
];

/** Finds all PDF files below a folder that lie beside a file with their tables. */
export const readTruth = async (folder: string): Promise<Document[]> => {
  const names = await readdir(folder, { recursive: true });
  const paths = new Set(names);
  const documents: Document[] = [];
  for (const name of names.toSorted()) {
    if (!name.endsWith('.pdf')) continue;
    const stem = name.slice(0, -'.pdf'.length);
    const truth = truths.find(({ suffix }) => paths.has(`${stem}${suffix}`));
    if (truth === undefined) continue;
    const tables = truth.read(await readFile(join(folder, `${stem}${truth.suffix}`), 'utf8'));
    if (tables.length > 0)
      documents.push({ name: basename(stem), set: truth.set, path: join(folder, name), tables });
  }
  return documents;
};
