import { findTables } from './find-tables.ts';
import { openForText } from './open-pdf.ts';
import type { PdfItem } from './pdf-lines.ts';
import { createUpright, readingDirection } from './pdf-upright.ts';
import { type Rulings, readRulings } from './tables/rulings.ts';
import type { PdfTable } from './tables/table.ts';

/** The tables of a page and the lines that it draws, with the milliseconds that its text and its tables took. */
export interface PageTables {
  page: number;
  tables: readonly PdfTable[];
  rulings: Rulings;
  ms: { text: number; tables: number };
}

/** Returns the tables of each page of a PDF, for measurements. Pages whose text is turned are turned back. */
export async function* tablesOfPdf(bytes: Buffer): AsyncGenerator<PageTables> {
  const pdf = await openForText(bytes);
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const startedAt = performance.now();
    const { items } = await page.getTextContent();
    const readAt = performance.now();
    const texts: PdfItem[] = items.flatMap((item) => ('str' in item ? [item] : []));
    const upright = createUpright(readingDirection(texts));
    const { tables } = await findTables(page, texts.map(upright.item), upright);
    const ms = { text: readAt - startedAt, tables: performance.now() - readAt };
    yield { page: number, tables, rulings: await readRulings(page, upright), ms };
    page.cleanup();
  }
  await pdf.loadingTask.destroy();
}
