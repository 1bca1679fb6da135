import type { Block } from '../../block.ts';
import { toFormBlock } from './forms/find-forms.ts';
import { fontHeadings } from './pdf-headings.ts';
import { heaviest, type PdfLine } from './pdf-lines.ts';
import type { PagePart } from './pdf-parts.ts';
import { type OpenTable, readPdfTable } from './tables/table-blocks.ts';

/** A picture that waits for its description, with the height of its upper edge. */
export type PlacedPicture = { top: number; block: Block };

/** A page with the comments on it, which come behind its text. */
export type PdfPage = {
  parts: readonly PagePart[];
  comments: readonly string[];
  top: number;
  bottom: number;
  /** True where its places are not those of the file, because its text is turned. */
  isTurned?: true;
};

/** The ratio of a heading's size to that of body text: the least, and those from which it has level 2 and 1. */
const headingRatio = { least: 1.15, second: 1.35, first: 1.65 };
/** The level of headings that differ from the text by their font alone. */
const ownFontLevel = 4;
const heading = { characters: 160, lines: 3 };
/** The share of the page's height at the top and bottom in which running titles and page numbers are. */
const margin = 0.09;
const repeatsToDrop = 3;

/** Converts a document's pages to blocks, using the statistics of all pages so far. */
export class PageReader {
  readonly #sizes = new Map<number, number>();
  readonly #running = new Map<string, number>();
  /** The table at the end of the last page. */
  #open: OpenTable | undefined;

  /** Counts a page's font sizes: the most frequent is body text. Call it for a few pages ahead. */
  learn(page: PdfPage): void {
    for (const { size, text } of page.parts.flatMap(({ lines }) => lines))
      this.#sizes.set(size, (this.#sizes.get(size) ?? 0) + text.length);
  }

  /** Returns the blocks of a page. A picture comes before the first text below its upper edge. */
  read(page: PdfPage, number: number, pictures: readonly PlacedPicture[] = []): Block[] {
    const body = heaviest(this.#sizes) ?? 0;
    const waiting = pictures.toSorted((one, other) => other.top - one.top);
    const blocks: Block[] = [];
    const above = (y: number) => {
      while (waiting[0] !== undefined && waiting[0].top > y)
        blocks.push(...waiting.splice(0, 1).map(toPictureBlock));
    };
    const parts = this.#withoutMargins(page, body);
    const usual = usualGap(parts.flatMap(({ lines }) => lines));
    const headings = fontHeadings(parts, body);
    const inHeading = new Map(headings.flatMap((heading) => heading.map((line) => [line, heading] as const)));
    const isBody = isBetweenMargins(page);
    let before = this.#open;
    this.#open = undefined;
    for (const { lines, table } of parts) {
      if (lines.some(isBody)) {
        before = undefined;
        this.#open = undefined;
      }
      const apart = groups(lines, (above, line) => {
        const isChange = inHeading.get(above) !== inHeading.get(line);
        return isChange || (!inHeading.has(line) && startsGroup(above, line, usual));
      });
      for (const group of apart.flatMap((each) => splitAt(each, waiting))) {
        const [first] = group;
        above(first?.y ?? 0);
        blocks.push(toBlock(group, body, number, first !== undefined && inHeading.has(first)));
      }
      if (table === undefined) continue;
      above(table.box.top);
      if ('pairs' in table) blocks.push(toFormBlock(table, number));
      else {
        const found = readPdfTable(table, number, before);
        blocks.push(...found.blocks);
        this.#open = found.open;
      }
      before = undefined;
    }
    const comments = page.comments.map((text): Block => ({ kind: 'paragraph', text, page: number }));
    return [...blocks, ...waiting.map(toPictureBlock), ...comments];
  }

  /**
   * Leaves out page numbers and text that earlier pages had in the same margin, unless the page has nothing else or the line looks like a
   * heading. The lowest line is at the foot, too, and may contain the number of the page.
   */
  #withoutMargins(page: PdfPage, body: number): readonly PagePart[] {
    const height = (page.top - page.bottom) * margin;
    const lowest = Math.min(...page.parts.flatMap(({ lines }) => lines.map(({ y }) => y)));
    const isKept = (line: PdfLine): boolean => {
      const above = line.y > page.top - height;
      const below = line.y < page.bottom + height;
      const isFoot = below || line.y === lowest;
      if ((!above && !isFoot) || line.text.length > 120 || line.size > body * headingRatio.least) return true;
      if ((above || below) && isPageNumber(line.text, below)) return false;
      return this.#isNew(
        isFoot && !endsSentence.test(line.text) ? line.text.replace(/\d+/g, '#') : line.text,
      );
    };
    const kept = page.parts.map((part) => ({ ...part, lines: part.lines.filter(isKept) }));
    return kept.some(({ lines, table }) => lines.length > 0 || table) ? kept : page.parts;
  }

  /** Counts a line at the edge of a page. Returns false when enough pages before had it. */
  #isNew(text: string): boolean {
    const seen = this.#running.get(text) ?? 0;
    if (this.#running.size < 5000) this.#running.set(text, seen + 1);
    return seen < repeatsToDrop;
  }
}

/** Tells what stands between the running titles of a page. */
const isBetweenMargins = ({ top, bottom }: PdfPage) => {
  const height = (top - bottom) * margin;
  return ({ y }: PdfLine): boolean => y <= top - height && y >= bottom + height;
};

/** Splits lines at pictures, because no paragraph surrounds a picture. */
function splitAt(lines: readonly PdfLine[], pictures: readonly PlacedPicture[]): PdfLine[][] {
  const parts: PdfLine[][] = [];
  for (const [at, line] of lines.entries()) {
    const above = lines[at - 1]?.y ?? Number.NEGATIVE_INFINITY;
    const isParted = pictures.some(({ top }) => top > line.y && top < above);
    const part = parts.at(-1);
    if (part === undefined || isParted) parts.push([line]);
    else part.push(line);
  }
  return parts;
}

const toPictureBlock = ({ block }: PlacedPicture): Block => block;

const endsSentence = /[.!?:。！？]["”’)]?$/u;
const bareNumber = /^[-–]?\s*\d{1,5}\s*[-–]?$/;
const isPageNumber = (text: string, isBelow: boolean): boolean =>
  bareNumber.test(text) || (isBelow && pageNumber.test(text));
const pageNumber = /^(page|seite|p\.)?\s*\d{1,5}(\s*(of|von|\/)\s*\d{1,5})?$/i;

/** Groups lines that belong together. `isApart` tells where a new group begins. */
function groups(lines: readonly PdfLine[], isApart: (above: PdfLine, line: PdfLine) => boolean): PdfLine[][] {
  const result: PdfLine[][] = [];
  let previous: PdfLine | undefined;
  for (const line of lines) {
    const group = result.at(-1);
    if (group === undefined || previous === undefined || isApart(previous, line)) result.push([line]);
    else group.push(line);
    previous = line;
  }
  return result;
}

/** Separates lines of other sizes, with values of fields, and after wide gaps. A jump upwards is a new column, not a new paragraph. */
function startsGroup(previous: PdfLine, line: PdfLine, usual: number): boolean {
  if (Math.abs(line.size - previous.size) > 0.1 * Math.max(line.size, previous.size)) return true;
  if (previous.isField || line.isField) return true;
  const gap = previous.y - line.y;
  if (gap > Math.max(usual * 1.3, line.size * 1.2)) return true;
  // The short lines of a table or list are not joined with the sentence before them.
  if (/^([•‣▪●–-]|\d{1,3}[.)])\s/.test(line.text)) return true;
  return gap < -line.size && endsSentence.test(previous.text);
}

/**
 * Returns the distance of lines inside paragraphs: the lower quartile, because pages of short paragraphs also have many wider
 * gaps.
 */
function usualGap(lines: readonly PdfLine[]): number {
  const gaps: number[] = [];
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1];
    const gap = before === undefined ? 0 : before.y - line.y;
    if (gap > line.size * 0.5 && before?.size === line.size) gaps.push(gap);
  }
  gaps.sort((one, other) => one - other);
  return gaps[Math.floor(gaps.length / 4)] ?? 0;
}

function toBlock(group: readonly PdfLine[], body: number, page: number, hasOwnFont: boolean): Block {
  const text = joinLines(group);
  const ratio = (group[0]?.size ?? 0) / body;
  const isHeading =
    ratio >= headingRatio.least &&
    text.length <= heading.characters &&
    group.length <= heading.lines &&
    /\p{L}/u.test(text) &&
    !tableOfContents.test(text);
  if (isHeading) return { kind: 'heading', text, level: headingLevelFor(ratio), page };
  if (hasOwnFont) return { kind: 'heading', text, level: ownFontLevel, page };
  return { kind: /^[•‣▪●]\s/.test(text) ? 'list' : 'paragraph', text, page };
}

/** Matches an entry of a table of contents, which may be large but is not a heading. */
const tableOfContents = / … \S{1,6}$/;

const headingLevelFor = (ratio: number) =>
  ratio >= headingRatio.first ? 1 : ratio >= headingRatio.second ? 2 : 3;

/** Joins lines to a paragraph. A word that was split at the end of a line is joined again. */
function joinLines(group: readonly PdfLine[]): string {
  let text = '';
  for (const line of group) {
    if (text === '') text = line.text;
    else if (/\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line.text)) text = text.slice(0, -1) + line.text;
    else if (isCjk(text.at(-1)) && isCjk(line.text.at(0))) text += line.text;
    else text += ` ${line.text}`;
  }
  return text;
}

const isCjk = (character: string | undefined) =>
  character !== undefined && /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/.test(character);
