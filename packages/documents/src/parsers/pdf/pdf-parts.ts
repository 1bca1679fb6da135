import type { PdfForm } from './forms/find-forms.ts';
import { type PdfItem, type PdfLine, pageLines } from './pdf-lines.ts';
import type { PdfTable } from './tables/table.ts';

/** Lines of text, and the table or form after them, in the order in which the file draws them. */
export interface PagePart {
  lines: readonly PdfLine[];
  table?: PdfTable | PdfForm;
}

/** Splits a page at its tables and forms. Each stands where the first of its texts is drawn. */
export function splitPageParts(
  items: readonly PdfItem[],
  tables: readonly (PdfTable | PdfForm)[],
): PagePart[] {
  const owners = new Map(tables.flatMap((table) => [...table.items].map((item) => [item, table] as const)));
  const placed = new Set<PdfTable | PdfForm>();
  const parts: PagePart[] = [];
  let texts: PdfItem[] = [];
  for (const [at, item] of items.entries()) {
    const table = owners.get(at);
    if (table === undefined) texts.push(item);
    else if (!placed.has(table)) {
      placed.add(table);
      parts.push({ lines: pageLines(texts), table });
      texts = [];
    }
  }
  return [...parts, { lines: pageLines(texts) }];
}
