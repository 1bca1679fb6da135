import { docxOf, wordXml } from '@atelier/documents/tests/zip-files';
import { cellAt, type Grid, type GridCell } from './grid.ts';
import { escapeXml } from './write-html.ts';

const paragraph = (text: string): string =>
  `<w:p>${text === '' ? '' : `<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r>`}</w:p>`;

/** Writes the part of a cell that lies in one row; lower parts of a high cell are empty cells that continue it. */
const cellXml = (cell: GridCell, row: number): string => {
  const width = cell.lastColumn - cell.column + 1;
  const isHigh = cell.lastRow > cell.row;
  const merge = isHigh ? (row === cell.row ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>') : '';
  const spans = (width > 1 ? `<w:gridSpan w:val="${width}"/>` : '') + merge;
  return `<w:tc><w:tcPr><w:tcW w:w="${width * 1200}" w:type="dxa"/>${spans}</w:tcPr>${paragraph(row === cell.row ? cell.text : '')}</w:tc>`;
};

const rowXml = (grid: Grid, row: number): string => {
  const cells: string[] = [];
  let isHead = false;
  for (let column = 0; column < grid.width; ) {
    const cell = cellAt(grid, row, column);
    if (cell === undefined) throw new Error('A place of the table has no cell.');
    isHead ||= cell.part === 'columnName';
    cells.push(cellXml(cell, row));
    column = cell.lastColumn + 1;
  }
  const mark = isHead && grid.isMarked ? '<w:trPr><w:tblHeader/></w:trPr>' : '';
  return `<w:tr>${mark}${cells.join('')}</w:tr>`;
};

/** Writes a Word document with one table between two paragraphs. */
export const writeDocx = (grid: Grid): Buffer => {
  const columns = Array.from({ length: grid.width }, () => '<w:gridCol w:w="1200"/>').join('');
  const rows = Array.from({ length: grid.height }, (_none, row) => rowXml(grid, row)).join('');
  return docxOf(
    wordXml(
      `${paragraph('The following pages report what was measured.')}${
        grid.title === undefined ? '' : paragraph(grid.title)
      }<w:tbl><w:tblPr/><w:tblGrid>${columns}</w:tblGrid>${rows}</w:tbl>${paragraph('More is said in the next report.')}`,
    ),
  );
};
