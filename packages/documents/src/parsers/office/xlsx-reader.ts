import { dateText } from './xls.ts';

/** What is used of a row of exceljs' streaming reader. */
export type SheetRow = {
  eachCell(
    options: { includeEmpty: boolean },
    visit: (cell: { value: unknown }, column: number) => void,
  ): void;
};

export type XlsxReader = {
  sheets: readonly { name: string; rId: string; state?: string }[];
  /** Relationship id → part. */
  targets: ReadonlyMap<string, string>;
  rows(part: AsyncIterable<string>): AsyncIterable<SheetRow>;
};

/** The steps of exceljs 4.4.0's `WorkbookReader`, which its own loop takes in the order of the zip. */
type ReaderSteps = {
  model?: { sheets?: { name: string; rId: string; state?: string }[] };
  workbookRels?: { Id: string; Target: string }[];
  sharedStrings?: unknown[];
  _parseRels(entry: unknown): Promise<void>;
  _parseWorkbook(entry: unknown): Promise<void>;
  _parseStyles(entry: unknown): Promise<void>;
  _parseSharedStrings(entry: unknown): AsyncIterable<unknown>;
  _parseWorksheet(part: AsyncIterable<string>, number: string): Iterable<{ value: AsyncIterable<SheetRow> }>;
};

/** Reads a workbook's index parts, then offers its sheets as streams of rows. */
export async function createXlsxReader(part: (name: string) => AsyncIterable<string>): Promise<XlsxReader> {
  const { Readable } = await import('node:stream');
  const { default: exceljs } = await import('exceljs');
  const open = (name: string) => Readable.from(part(name));
  const steps = stepsOf(
    new exceljs.stream.xlsx.WorkbookReader('', {
      worksheets: 'emit',
      sharedStrings: 'cache',
      styles: 'cache',
    }),
  );
  await steps._parseRels(open('xl/_rels/workbook.xml.rels'));
  await steps._parseWorkbook(open('xl/workbook.xml'));
  await steps._parseStyles(open('xl/styles.xml'));
  await drain(steps._parseSharedStrings(open('xl/sharedStrings.xml')));
  return {
    sheets: steps.model?.sheets ?? [],
    targets: new Map((steps.workbookRels ?? []).map((rel) => [rel.Id, rel.Target])),
    async *rows(sheet) {
      for (const { value } of steps._parseWorksheet(sheet, '0')) yield* value;
    },
  };
}

/** Shared strings are kept by the reader itself; the loop only makes it read them. */
async function drain(parts: AsyncIterable<unknown>): Promise<void> {
  const iterator = parts[Symbol.asyncIterator]();
  while (!(await iterator.next()).done) continue;
}

/** The steps are methods of the class that its type does not list. */
function stepsOf(reader: unknown): ReaderSteps {
  return reader as ReaderSteps;
}

/** A cell's value as a person sees it: results of formulas, text of rich text and links, ISO dates. */
export function cellText(value: unknown): string {
  if (value instanceof Date) return dateText(value);
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isNaN(value) ? '' : String(Number(value.toPrecision(15)));
  if (typeof value === 'boolean') return String(value).toUpperCase();
  return typeof value === 'object' && value !== null ? objectText(value) : '';
}

function objectText(value: object): string {
  if ('richText' in value && Array.isArray(value.richText)) {
    return value.richText.map((run: unknown) => cellText(run)).join('');
  }
  if ('result' in value) return cellText(value.result);
  if ('text' in value) return cellText(value.text);
  return 'error' in value ? cellText(value.error) : '';
}
