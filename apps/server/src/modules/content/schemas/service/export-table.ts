import { Readable } from 'node:stream';
import type { CellValue, SchemaRow } from '@atelier/contracts/content/schemas/schema-shapes';
import { csvLine, csvMark, withoutFormula } from '../../../../kernel/base/csv.ts';
import type { Ctx } from '../../../../kernel/context/context.ts';
import type { SchemaRowOf } from '../tables.ts';
import { getSchemaRow, listRows } from './reads.ts';
import { buildWorkbook, type SheetValue } from './workbook.ts';

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
