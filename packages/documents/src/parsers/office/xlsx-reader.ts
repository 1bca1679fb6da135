import {
  type Cell,
  type CellContext,
  cellText,
  createTextCollector,
  readDateStyles,
  readSharedStrings,
} from './sheet-cells.ts';
import { readXml, visitXml, type XmlVisitor } from './sheet-xml.ts';

export type XlsxReader = {
  sheets: readonly { name: string; rId: string; state: string | undefined }[];
  /** The parts by the id of their relationship. */
  targets: ReadonlyMap<string, string>;
  /** Yields the rows of a sheet. Each is a list of texts by column, with holes for empty cells. */
  rows(part: AsyncIterable<string>): AsyncIterable<SheetRow>;
};

/** A row with its number, from 1. */
export interface SheetRow {
  number: number;
  cells: string[];
}

/** The limit of Excel. An address beyond it is invalid, and would need memory for all columns before it. */
const mostColumns = 16_384;

/** Reads a workbook's index parts, and then offers its sheets as streams of rows. */
export async function createXlsxReader(part: (name: string) => AsyncIterable<string>): Promise<XlsxReader> {
  const targets = new Map<string, string>();
  await visitXml(part('xl/_rels/workbook.xml.rels'), {
    open: (name, attributes) => {
      if (name === 'Relationship') targets.set(attributes.get('Id') ?? '', attributes.get('Target') ?? '');
    },
  });
  const { sheets, from1904 } = await readWorkbook(part('xl/workbook.xml'));
  const dateStyles = await readDateStyles(part('xl/styles.xml'));
  const sharedStrings = await readSharedStrings(part('xl/sharedStrings.xml'));
  const context = { sharedStrings, dateStyles, from1904 };
  return { sheets, targets, rows: (sheet) => readRows(sheet, context) };
}

async function readWorkbook(part: AsyncIterable<string>) {
  const sheets: { name: string; rId: string; state: string | undefined }[] = [];
  let from1904 = false;
  await visitXml(part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.get('date1904') ?? '');
      else if (name === 'sheet')
        sheets.push({
          name: attributes.get('name') ?? '',
          rId: attributes.get('id') ?? '',
          state: attributes.get('state'),
        });
    },
  });
  return { sheets, from1904 };
}

async function* readRows(part: AsyncIterable<string>, context: CellContext): AsyncGenerator<SheetRow> {
  const collector = createTextCollector();
  const rows: SheetRow[] = [];
  let number = 0;
  let inData = false;
  let row: string[] | undefined;
  let cell: Cell | undefined;
  let column = 0;
  const visitor: XmlVisitor = {
    open: (name, attributes) => {
      if (name === 'sheetData') inData = true;
      else if (name === 'row' && inData) {
        [row, column] = [[], 0];
        number = Number(attributes.get('r') ?? number + 1) || number + 1;
      } else if (name === 'c' && row) {
        const address = attributes.get('r');
        column = address === undefined ? column + 1 : parseColumnNumber(address);
        cell = { type: attributes.get('t'), style: Number(attributes.get('s') ?? 0), text: '' };
        collector.clear();
      } else if (cell) collector.open(name);
    },
    text: collector.text,
    close: (name) => {
      if (name === 'sheetData') inData = false;
      else if (name === 'row' && row) {
        rows.push({ number, cells: row });
        row = undefined;
      } else if (name === 'c' && row && cell) {
        if (column <= mostColumns) row[column - 1] = cellText({ ...cell, text: collector.value() }, context);
        cell = undefined;
      } else if (cell) collector.close(name);
    },
  };
  yield* readXml(part, visitor, rows);
}

/** Returns the number of a column from a cell's address: 28 for AB7. Throws when the text is not an address. */
function parseColumnNumber(address: string): number {
  const letters = /^\$?([A-Z]{1,3})\$?\d+$/i.exec(address)?.[1];
  if (letters === undefined) throw new Error(`${address.slice(0, 40)} is no address of a cell`);
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column;
}
