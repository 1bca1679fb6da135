import { zip } from '@atelier/documents/tests/zip-files';
import { type CellKind, type Grid, type GridCell, linesOf } from './grid.ts';
import { escapeXml } from './write-html.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Styles by kind; the last one is bold, for names. */
const styles: Readonly<Record<CellKind, number>> = {
  ...{ text: 0, integer: 0, year: 0, grouped: 1, decimal: 2, percent: 3, date: 4 },
};
const bold = 5;
const styleSheet = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0"/><xf numFmtId="3" fontId="0" applyNumberFormat="1"/><xf numFmtId="4" fontId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`;

const letter = (column: number): string => String.fromCodePoint(65 + column);

/** A title above the table takes the first row, and perhaps a blank one. */
export const rowsAbove = ({ title, hasGap }: Grid): number => (title === undefined ? 0 : hasGap ? 2 : 1);

const textXml = (reference: string, text: string, style: number): string =>
  `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

const cellXml = (cell: GridCell, above: number, isMarked: boolean): string => {
  const reference = `${letter(cell.column)}${cell.row + above + 1}`;
  const isBold = isMarked && cell.part !== 'value';
  if (cell.text === '') return '';
  if (cell.kind === 'text') return textXml(reference, cell.text, isBold ? bold : 0);
  return `<c r="${reference}" s="${isBold ? bold : styles[cell.kind]}"><v>${cell.number}</v></c>`;
};

const mergeXml = (cells: readonly GridCell[], above: number): string => {
  const merged = cells.filter((cell) => cell.lastRow > cell.row || cell.lastColumn > cell.column);
  const ranges = merged.map(
    (cell) =>
      `<mergeCell ref="${letter(cell.column)}${cell.row + above + 1}:${letter(cell.lastColumn)}${cell.lastRow + above + 1}"/>`,
  );
  return ranges.length === 0 ? '' : `<mergeCells count="${ranges.length}">${ranges.join('')}</mergeCells>`;
};

const sheetXml = (grid: Grid): string => {
  const above = rowsAbove(grid);
  const title = grid.title === undefined ? '' : `<row r="1">${textXml('A1', grid.title, 0)}</row>`;
  const rows = linesOf(grid).map(
    (line, row) =>
      `<row r="${row + above + 1}">${line.map((cell) => (cell ? cellXml(cell, above, grid.isMarked) : '')).join('')}</row>`,
  );
  return `${declaration}<worksheet xmlns="${main}"><sheetData>${title}${rows.join('')}</sheetData>${mergeXml(grid.cells, above)}</worksheet>`;
};

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"/>`;

/** Writes a workbook with one sheet that has one table. */
export const writeXlsx = (grid: Grid): Buffer =>
  zip([
    {
      name: '[Content_Types].xml',
      content: `${declaration}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${declaration}<Relationships xmlns="${packages}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `${declaration}<Relationships xmlns="${packages}/relationships">${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}${relation('rId2', 'styles', 'styles.xml')}</Relationships>`,
    },
    { name: 'xl/styles.xml', content: styleSheet },
    { name: 'xl/worksheets/sheet1.xml', content: sheetXml(grid) },
  ]);
