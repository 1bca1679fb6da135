import { isTableLabel } from '../../chunking/captions.ts';
import { heaviest, type PdfLine } from './pdf-lines.ts';
import type { PagePart } from './pdf-parts.ts';

/** The most lines and characters of a heading in the size of the text. */
const most = { lines: 2, characters: 120 };
/** The font of the text has at least this share of the characters of a page. */
const usualShare = 0.5;
/** A smaller line is a note or a label. */
const leastSize = 0.95;

const isTopic = (text: string): boolean =>
  text.length <= most.characters &&
  /\p{L}{3}/u.test(text) &&
  !isTableLabel(text) &&
  /^["“]?(?:\p{Ll}?\p{Lu}|\p{Lo}|\p{N})/u.test(text) &&
  !/[.!:;,]["”’)]?$|…/u.test(text);

/** Returns the font in which most of the page is written, unless none has more than half of it. */
function usualFont(lines: readonly PdfLine[]): string | undefined {
  const characters = new Map<string, number>();
  let all = 0;
  for (const { font, text } of lines) {
    all += text.length;
    if (font !== undefined) characters.set(font, (characters.get(font) ?? 0) + text.length);
  }
  const font = heaviest(characters);
  return font !== undefined && (characters.get(font) ?? 0) > usualShare * all ? font : undefined;
}

/** Lines of one heading are closer than this many font sizes, and more lines above each other in another font are a text. */
const closest = 1.4;
const mostInARow = 4;

/** Returns true when a line may stand above a heading: it ends its sentence, or lies further away than the lines of a paragraph. */
const mayStandAbove = (line: PdfLine | undefined, below: PdfLine): boolean =>
  line === undefined ||
  /[.!?:;]["”’)]?$/u.test(line.text) ||
  line.y - below.y > 1.6 * below.size ||
  line.y < below.y;

/** Splits lines at gaps and where the size changes. */
function splitAtGaps(lines: readonly PdfLine[]): PdfLine[][] {
  const groups: PdfLine[][] = [];
  for (const line of lines) {
    const above = groups.at(-1)?.at(-1);
    if (above?.size === line.size && Math.abs(above.y - line.y) <= closest * line.size)
      groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups;
}

const isHeading = (group: readonly PdfLine[], body: number): boolean =>
  group.length <= most.lines &&
  group.every(({ size }) => size >= leastSize * body) &&
  isTopic(group.map(({ text }) => text).join(' '));

function* findHeadingRuns(lines: readonly PdfLine[], usual: string, body: number): Generator<PdfLine[]> {
  for (let at = 0; at < lines.length; at++) {
    const first = lines[at];
    if (first?.font === undefined || first.font === usual) continue;
    const from = at;
    while (lines[at + 1]?.font === first.font) at++;
    const below = lines[at + 1];
    const run = lines.slice(from, at + 1);
    const isAbove = below !== undefined && below.y < first.y && !/^\p{Ll}(?!\p{Lu})/u.test(below.text);
    if (!isAbove || run.length > mostInARow || !mayStandAbove(lines[from - 1], first)) continue;
    yield* splitAtGaps(run).filter((group) => isHeading(group, body));
  }
}

/**
 * Finds headings that have the size of the text and another font, bold for example: short lines above text. A line directly above a table is
 * left to be its caption. `body` is the size of the text. Returns the lines of each heading.
 */
export function fontHeadings(parts: readonly PagePart[], body: number): PdfLine[][] {
  const usual = usualFont(parts.flatMap(({ lines }) => lines));
  return usual === undefined ? [] : parts.flatMap(({ lines }) => [...findHeadingRuns(lines, usual, body)]);
}
