import type { PdfForm } from './forms/find-forms.ts';
import { areOnLine, type Placed, reorder } from './layout/reading-order.ts';
import { findSegments, type Segment } from './layout/segments.ts';
import { type PdfItem, type PdfLine, toLine } from './pdf-lines.ts';
import type { PdfTable } from './tables/table.ts';

/** Lines of text, and the table or form after them, in the order of reading. */
export interface PagePart {
  lines: readonly PdfLine[];
  table?: PdfTable | PdfForm;
}

/** The height of a page. */
export interface PageEdges {
  top: number;
  bottom: number;
}

/** The share of the page's height at its top and bottom whose texts may be drawn at any time. */
const margin = 0.09;
/** A page with more segments keeps the order of its file. */
const mostOrdered = 10_000;

type Table = PdfTable | PdfForm;

const toPlaced = (segment: Segment): Placed => {
  const { at, left, right, y, size, characters } = segment;
  return { at, left, right, y, size, characters, top: y + 0.5 * size, segment };
};

const placeTable = (table: Table): Placed => {
  const { left, right, top, bottom } = table.box;
  return { at: Math.min(...table.items), left, right, top, y: bottom, size: 1, characters: 0, table };
};

/** Puts segments together that go on with one line: those of the file, or those that stand beside each other. */
function toLines(parts: readonly Placed[], isOrdered: boolean): PdfLine[] {
  const lines: Segment[][] = [];
  for (const { segment } of parts) {
    if (segment === undefined) continue;
    const line = lines.at(-1);
    const last = line?.at(-1);
    const isBeside =
      last !== undefined && segment.left >= last.right - 0.5 * segment.size && areOnLine(segment, last);
    if (line && (isOrdered ? isBeside : segment.joins !== undefined)) line.push(segment);
    else lines.push([segment]);
  }
  return lines.flatMap((line) => {
    const inOrder = line.some(({ joins }) => joins === 'before')
      ? line.toSorted((one, other) => one.left - other.left)
      : line;
    return toLine(inOrder.flatMap(({ runs }) => runs)) ?? [];
  });
}

/** Returns the texts of a page and its tables in the order of reading: that of the file, unless the places contradict it. */
export function splitPageParts(
  items: readonly PdfItem[],
  tables: readonly Table[],
  { top, bottom }: PageEdges = { top: Number.POSITIVE_INFINITY, bottom: Number.NEGATIVE_INFINITY },
): PagePart[] {
  const owned = new Set(tables.flatMap((table) => [...table.items]));
  const segments = findSegments(items, (at) => owned.has(at)).map(toPlaced);
  const drawn = [...segments, ...tables.map(placeTable)].toSorted((one, other) => one.at - other.at);
  const upright = drawn.filter(({ segment }) => segment?.isTurned !== true);
  const height = Number.isFinite(top - bottom) ? margin * (top - bottom) : 0;
  const isMargin = ({ y }: Placed): boolean => y > top - height || y < bottom + height;
  const byPlace = drawn.length <= mostOrdered ? reorder(upright, isMargin) : undefined;
  const isOrdered = byPlace !== undefined;
  const turned = drawn.filter(({ segment }) => segment?.isTurned === true);
  const ordered = byPlace ? [...byPlace, ...turned] : drawn;
  const parts: PagePart[] = [];
  let texts: Placed[] = [];
  for (const part of ordered) {
    if (part.table === undefined) texts.push(part);
    else {
      parts.push({ lines: toLines(texts, isOrdered), table: part.table });
      texts = [];
    }
  }
  return [...parts, { lines: toLines(texts, isOrdered) }];
}
