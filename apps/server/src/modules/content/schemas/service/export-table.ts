import { Readable } from 'node:stream';
import type { CellValue, SchemaRow } from '@atelier/contracts/content/schemas/schema-shapes';
import { Zip, ZipDeflate } from 'fflate';
import { csvLine, csvMark, withoutFormula } from '../../../../kernel/base/csv.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { SchemaRowOf } from '../tables.ts';
import { getSchemaRow, listRows } from './reads.ts';

export type SheetValue = string | number | boolean;

const declared = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const sheetTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts that a workbook with one sheet of plain values needs (ECMA-376 part 1, 12.2). */
const buildParts = (sheetName: string): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetTypes}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetTypes}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
});

/** Excel reports a file as damaged when a cell holds a longer text. */
const longestText = 32_767;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML. Leaves out what XML cannot contain: control characters and half surrogate pairs. */
function escaped(text: string): string {
  return text
    .slice(0, longestText)
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? '');
}

/** Returns the letters of a column: AB for column 28. */
const columnName = (column: number): string => {
  const last = String.fromCharCode(65 + ((column - 1) % 26));
  return column <= 26 ? last : `${columnName(Math.floor((column - 1) / 26))}${last}`;
};

const buildCell = (value: SheetValue, address: string): string => {
  if (value === '') return '';
  if (typeof value === 'number') return Number.isFinite(value) ? `<c r="${address}"><v>${value}</v></c>` : '';
  if (typeof value === 'boolean') return `<c r="${address}" t="b"><v>${value ? 1 : 0}</v></c>`;
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
};

const buildRow = (values: readonly SheetValue[], row: number): string =>
  `<row r="${row}">${values.map((value, at) => buildCell(value, `${columnName(at + 1)}${row}`)).join('')}</row>`;

/** Packs a workbook with one sheet while its rows are read. */
export async function* buildWorkbook(
  sheetName: string,
  lines: AsyncIterable<readonly SheetValue[]>,
): AsyncGenerator<Uint8Array> {
  const packed: Uint8Array[] = [];
  const encoder = new TextEncoder();
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    packed.push(bytes);
  });
  const open = (name: string): ZipDeflate => {
    const part = new ZipDeflate(name);
    zip.add(part);
    return part;
  };
  for (const [name, text] of Object.entries(buildParts(sheetName)))
    open(name).push(encoder.encode(declared + text), true);
  const sheet = open('xl/worksheets/sheet1.xml');
  sheet.push(encoder.encode(`${declared}<worksheet xmlns="${main}"><sheetData>`));
  let row = 0;
  for await (const line of lines) {
    row += 1;
    sheet.push(encoder.encode(buildRow(line, row)));
    yield* packed.splice(0);
  }
  sheet.push(encoder.encode('</sheetData></worksheet>'), true);
  zip.end();
  yield* packed;
}

const pageSize = 100;

const toSheetValue = (value: CellValue | undefined): SheetValue => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return withoutFormula(value.join('; '));
  return typeof value === 'string' ? withoutFormula(value) : value;
};

const buildHeaderLine = ({ columns }: SchemaRowOf): SheetValue[] => [
  'Document',
  ...columns.flatMap(({ name }) => [
    withoutFormula(name),
    withoutFormula(`${name} (state)`),
    withoutFormula(`${name} (source)`),
  ]),
];

const toSheetLine = ({ columns }: SchemaRowOf, row: SchemaRow): SheetValue[] => [
  withoutFormula(row.documentName),
  ...columns.flatMap(({ columnId }) => {
    const cell = row.cells.find((each) => each.columnId === columnId);
    return [toSheetValue(cell?.value), cell?.state ?? '', withoutFormula(cell?.source?.quote ?? '')];
  }),
];

async function* readSheetLines(ctx: Ctx, schema: SchemaRowOf): AsyncIterable<SheetValue[]> {
  yield buildHeaderLine(schema);
  let cursor: string | undefined;
  do {
    const query = { cursor, limit: pageSize, sort: 'name', order: 'asc' as const };
    const page = await listRows(ctx, schema.id, query);
    for (const row of page.items) yield toSheetLine(schema, row);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

async function* toCsv(lines: AsyncIterable<SheetValue[]>): AsyncIterable<string> {
  yield csvMark;
  for await (const line of lines) yield csvLine(line);
}

const types = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** Streams the whole table, which is read page by page. Throws `schemas.not_found`. */
export const exportTable = async (ctx: Ctx, schemaId: string, format: 'csv' | 'xlsx') => {
  const { schema } = await ctx.tx((tx) => getSchemaRow(tx, schemaId));
  const lines = readSheetLines(ctx, schema);
  const name = schema.name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/[^\x20-\x7e]/g, '_') || 'values';
  return {
    type: types[format],
    headers: {
      'content-disposition': `attachment; filename="${name}.${format}"`,
      'cache-control': 'no-store',
    },
    body: Readable.from(format === 'csv' ? toCsv(lines) : buildWorkbook('Values', lines)),
  };
};
