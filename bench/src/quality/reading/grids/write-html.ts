import { type Grid, type GridCell, linesOf } from './grid.ts';

export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const span = (name: string, size: number): string => (size > 1 ? ` ${name}="${size}"` : '');

/** Readers of pages do not look at these classes; printed tables show by them what belongs together. */
const classOf = (cell: GridCell): string => {
  if (cell.part === 'value' && cell.kind !== 'text') return ' class="number"';
  return cell.part === 'columnName' && cell.lastColumn > cell.column ? ' class="group"' : '';
};

const cellHtml = (cell: GridCell, isMarked: boolean): string => {
  const isName = cell.part !== 'value' && cell.part !== 'title';
  const tag = isName && isMarked ? 'th' : 'td';
  const spans =
    span('rowspan', cell.lastRow - cell.row + 1) + span('colspan', cell.lastColumn - cell.column + 1);
  return `<${tag}${spans}${classOf(cell)}>${escapeXml(cell.text)}</${tag}>`;
};

/** Writes a table as HTML, without the page around it. */
export const tableHtml = (grid: Grid): string =>
  `<table>${linesOf(grid)
    .map((line) => `<tr>${line.map((cell) => (cell ? cellHtml(cell, grid.isMarked) : '')).join('')}</tr>`)
    .join('\n')}</table>`;

/** Writes a page with one table between two paragraphs. */
export const writeHtml = (grid: Grid): Buffer =>
  Buffer.from(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Report</title></head><body><p>The following pages report what was measured.</p>${
      grid.title === undefined ? '' : `<p>${escapeXml(grid.title)}</p>`
    }${tableHtml(grid)}<p>More is said in the next report.</p></body></html>`,
  );
