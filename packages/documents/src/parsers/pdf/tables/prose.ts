import type { PdfItem } from '../pdf-lines.ts';
import { groupIntoLines, type TextLine, type Word } from './words.ts';

/** Lines of prose have at least this many characters, and follow each other within this many font sizes. */
const least = { characters: 40, lines: 2 };
const widestLeading = 2;

interface DrawnLine extends TextLine {
  items: readonly number[];
}

/** Returns the lines of a page in the order in which the file draws them. */
function drawnLines(items: readonly PdfItem[], words: readonly Word[]): DrawnLine[] {
  const ofItems = Map.groupBy(words, ({ item }) => item);
  const lines: DrawnLine[] = [];
  let from = 0;
  for (const [at, { hasEOL }] of items.entries()) {
    if (!hasEOL && at < items.length - 1) continue;
    const part = Array.from({ length: at + 1 - from }, (_none, offset) => from + offset);
    const [first, ...more] = groupIntoLines(part.flatMap((item) => ofItems.get(item) ?? []));
    if (first !== undefined && more.length === 0) lines.push({ ...first, items: part });
    from = at + 1;
  }
  return lines;
}

/** Returns the items of paragraphs: long lines without gaps that begin at the same distance from the side. `words` are those of the items. */
export function proseItems(items: readonly PdfItem[], words: readonly Word[]): number[] {
  const lines = drawnLines(items, words);
  const isLong = ({ pieces }: TextLine): boolean =>
    pieces.length === 1 && (pieces[0]?.text.length ?? 0) >= least.characters;
  const follows = (one: TextLine | undefined, other: TextLine | undefined): boolean =>
    one !== undefined &&
    other !== undefined &&
    isLong(one) &&
    other.pieces.length === 1 &&
    one.y > other.y &&
    one.y - other.y <= widestLeading * one.size &&
    Math.abs((one.pieces[0]?.left ?? 0) - (other.pieces[0]?.left ?? 0)) <= 2 * one.size;
  return lines.flatMap((line, at) =>
    (isLong(line) && follows(line, lines[at + 1])) || follows(lines[at - 1], line) ? line.items : [],
  );
}
