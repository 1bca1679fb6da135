import { createStyles, readStyleCodes } from './cell-styles.ts';
import { type HiddenColumns, type LeftOut, mostColumns } from './hidden-cells.ts';
import type { SheetRow } from './merged-cells.ts';
import {
  type Cell,
  type CellContext,
  cellText,
  createTextCollector,
  readSharedStrings,
} from './sheet-cells.ts';
import { readXml, visitXml, type XmlVisitor } from './sheet-xml.ts';

export type XlsxReader = {
  sheets: readonly { name: string; rId: string; state: string | undefined }[];
  /** The parts by the id of their relationship. */
  targets: ReadonlyMap<string, string>;
  /** Yields the rows of a sheet. Each is a list of texts by column, with holes for empty cells. Tells which columns are hidden before the first row. */
  rows(part: AsyncIterable<string>, hidden: HiddenColumns, leftOut: LeftOut): AsyncIterable<SheetRow>;
};

/** Reads a workbook's index parts, and then offers its sheets as streams of rows. */
export async function createXlsxReader(part: (name: string) => AsyncIterable<string>): Promise<XlsxReader> {
  const targets = new Map<string, string>();
  await visitXml(part('xl/_rels/workbook.xml.rels'), {
    open: (name, attributes) => {
      if (name === 'Relationship') targets.set(attributes.get('Id') ?? '', attributes.get('Target') ?? '');
    },
  });
  const { sheets, from1904 } = await readWorkbook(part('xl/workbook.xml'));
  const styles = await createStyles(await readStyleCodes(part('xl/styles.xml')), from1904);
  const sharedStrings = await readSharedStrings(part('xl/sharedStrings.xml'));
  const context = { sharedStrings, styles };
  return { sheets, targets, rows: (sheet, hidden, leftOut) => readRows(sheet, { context, hidden, leftOut }) };
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

interface RowReading {
  context: CellContext;
  hidden: HiddenColumns;
  leftOut: LeftOut;
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Columns are told as `<col min="2" max="3" hidden="1"/>` before the rows. */
const hideColumns = (hidden: HiddenColumns, attributes: ReadonlyMap<string, string>): void => {
  if (isTrue(attributes.get('hidden')))
    hidden.hide(Number(attributes.get('min')) - 1, Number(attributes.get('max')) - 1);
};

interface FilledRow {
  cells: string[];
  marks: boolean[];
  isHidden: boolean;
}

const addCell = (row: FilledRow, at: number, cell: Cell, context: CellContext): void => {
  row.cells[at] = cellText(cell, context);
  if (context.styles[cell.style]?.isMarked === true) row.marks[at] = true;
};

async function* readRows(
  part: AsyncIterable<string>,
  { context, hidden, leftOut }: RowReading,
): AsyncGenerator<SheetRow> {
  const collector = createTextCollector();
  const rows: SheetRow[] = [];
  let number = 0;
  let inData = false;
  let row: FilledRow | undefined;
  let cell: (Cell & { isFormula: boolean }) | undefined;
  let column = 0;
  const open = (name: string, attributes: ReadonlyMap<string, string>): void => {
    if (name === 'row') {
      [row, column] = [{ cells: [], marks: [], isHidden: isTrue(attributes.get('hidden')) }, 0];
      number = Number(attributes.get('r') ?? number + 1) || number + 1;
    } else if (name === 'c' && row) {
      const address = attributes.get('r');
      column = address === undefined ? column + 1 : parseColumnNumber(address);
      const style = Number(attributes.get('s') ?? 0);
      cell = { type: attributes.get('t'), style, text: '', isFormula: false };
      collector.clear();
    } else if (cell && name === 'f') cell.isFormula = true;
    else if (cell) collector.open(name);
  };
  const visitor: XmlVisitor = {
    open: (name, attributes) => {
      if (name === 'sheetData') inData = true;
      else if (inData) open(name, attributes);
      else if (name === 'col') hideColumns(hidden, attributes);
    },
    text: collector.text,
    close: (name) => {
      if (name === 'sheetData') inData = false;
      else if (name === 'row' && row) {
        rows.push({ number, ...row });
        row = undefined;
      } else if (name === 'c' && row && cell) {
        const text = collector.value();
        if (cell.isFormula && text === '' && cell.type !== 'str') leftOut.formulas++;
        if (column <= mostColumns) addCell(row, column - 1, { ...cell, text }, context);
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
