import { zip } from '@atelier/documents/tests/zip-files';
import { type CellKind, type Grid, type GridCell, linesOf } from './grid.ts';
import { escapeXml } from './write-html.ts';

const names = [
  ...['office', 'table', 'text', 'style'].map(
    (name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:number="urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0"',
].join(' ');

const cellStyle = (name: string): string =>
  `<style:style style:name="${name}" style:family="table-cell" style:data-style-name="n${name}"/>`;
const styles = `<office:automatic-styles><number:number-style style:name="ngrouped"><number:number number:decimal-places="0" number:min-integer-digits="1" number:grouping="true"/></number:number-style><number:number-style style:name="ndecimal"><number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/></number:number-style><number:percentage-style style:name="npercent"><number:number number:decimal-places="1" number:min-integer-digits="1"/><number:text>%</number:text></number:percentage-style><number:date-style style:name="ndate"><number:year number:style="long"/><number:text>-</number:text><number:month number:style="long"/><number:text>-</number:text><number:day number:style="long"/></number:date-style>${['grouped', 'decimal', 'percent', 'date'].map(cellStyle).join('')}</office:automatic-styles>`;

const valueOf = (kind: CellKind, { number, text }: GridCell): string => {
  if (kind === 'text') return 'office:value-type="string"';
  if (kind === 'date') return `table:style-name="date" office:value-type="date" office:date-value="${text}"`;
  if (kind === 'percent')
    return `table:style-name="percent" office:value-type="percentage" office:value="${number}"`;
  const style = kind === 'grouped' || kind === 'decimal' ? `table:style-name="${kind}" ` : '';
  return `${style}office:value-type="float" office:value="${number}"`;
};

const span = (name: string, size: number): string => ` table:number-${name}-spanned="${size}"`;

const cellXml = (cell: GridCell): string => {
  const [high, wide] = [cell.lastRow - cell.row + 1, cell.lastColumn - cell.column + 1];
  const spans = high > 1 || wide > 1 ? span('columns', wide) + span('rows', high) : '';
  if (cell.text === '') return `<table:table-cell${spans}/>`;
  return `<table:table-cell ${valueOf(cell.kind, cell)}${spans}><text:p>${escapeXml(cell.text)}</text:p></table:table-cell>`;
};

const rowXml = (cells: string): string => `<table:table-row>${cells}</table:table-row>`;

const tableXml = (grid: Grid): string => {
  const title =
    grid.title === undefined
      ? ''
      : rowXml(
          `<table:table-cell office:value-type="string"><text:p>${escapeXml(grid.title)}</text:p></table:table-cell>`,
        );
  const gap = grid.title !== undefined && grid.hasGap ? rowXml('<table:table-cell/>') : '';
  const rows = linesOf(grid).map((line) =>
    rowXml(line.map((cell) => (cell ? cellXml(cell) : '<table:covered-table-cell/>')).join('')),
  );
  return `<table:table table:name="Data"><table:table-column table:number-columns-repeated="${grid.width}"/>${title}${gap}${rows.join('')}</table:table>`;
};

/** Writes an OpenDocument spreadsheet with one table. */
export const writeOds = (grid: Grid): Buffer =>
  zip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
    {
      name: 'META-INF/manifest.xml',
      content:
        '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.2"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/><manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>',
    },
    {
      name: 'styles.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?><office:document-styles ${names} office:version="1.2"><office:styles/></office:document-styles>`,
    },
    {
      name: 'content.xml',
      content: `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${names} office:version="1.2">${styles}<office:body><office:spreadsheet>${tableXml(grid)}</office:spreadsheet></office:body></office:document-content>`,
    },
  ]);
