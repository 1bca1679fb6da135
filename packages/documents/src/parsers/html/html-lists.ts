import type { Block } from '../../block.ts';
import { singleLine } from '../../clean-text.ts';
import { toGrid } from '../../tables/grid.ts';
import { tableBlocks } from '../../tables/table-blocks.ts';
import { writeNumber } from '../number-texts.ts';
import { isBox, isDataTable, rawText, tableRows } from './html-parts.ts';
import { children, type HtmlElement, type HtmlNode, isElement, isHidden } from './html-tree.ts';

/** The kinds of numbers that a list may have. */
const formats: Readonly<Record<string, string>> = {
  ...{ a: 'lowerLetter', A: 'upperLetter', i: 'lowerRoman', I: 'upperRoman' },
};

const readWhole = (value: string | undefined): number | undefined =>
  value !== undefined && /^\s*-?\d{1,9}\s*$/.test(value) ? Number(value) : undefined;

const isList = (node: HtmlElement): boolean => node.name === 'ul' || node.name === 'ol';

/** Numbers the items of a list as a browser does. */
const createMarker = ({ name, attribs }: HtmlElement, items: readonly HtmlElement[]) => {
  if (name !== 'ol') return () => '-';
  const isReversed = 'reversed' in attribs;
  const format = formats[attribs.type ?? ''] ?? 'decimal';
  let next = readWhole(attribs.start) ?? (isReversed ? items.length : 1);
  return (item: HtmlElement): string => {
    const number = readWhole(item.attribs.value) ?? next;
    next = number + (isReversed ? -1 : 1);
    return `${number > 0 ? writeNumber(number, format) : number}.`;
  };
};

/** Reads a list as lines with markers, with nested lists indented. A table in an item ends the block of lines, and the list goes on behind it. */
class ListReader {
  readonly #blocks: Block[] = [];
  #lines: string[] = [];

  read(list: HtmlElement, depth: number): void {
    const items = children(list)
      .filter(isElement)
      .filter((item) => !isHidden(item, false));
    const marker = createMarker(list, items);
    for (const item of items) {
      const inner: HtmlElement[] = [];
      // A list that stands in a list and not in one of its items has no marker of its own.
      const own = singleLine(
        isList(item)
          ? this.#own(item, inner)
          : children(item)
              .map((child) => this.#own(child, inner))
              .join(''),
      );
      const sign = isList(item) ? '' : marker(item);
      if (own !== '') this.#lines.push(`${'  '.repeat(Math.min(depth, 8))}${sign} ${own}`);
      for (const part of inner) {
        if (isList(part)) this.read(part, depth + 1);
        else this.#table(part);
      }
    }
  }

  /** Returns the text of an item without its lists and tables, which are added to `inner`. */
  #own(node: HtmlNode, inner: HtmlElement[]): string {
    if (!isElement(node) || node.name === 'br' || isHidden(node, false)) return rawText(node);
    if (isList(node) || (node.name === 'table' && isDataTable(node))) {
      inner.push(node);
      return ' ';
    }
    const text = children(node)
      .map((child) => this.#own(child, inner))
      .join('');
    return isBox(node) ? `\n${text}\n` : text;
  }

  #table(table: HtmlElement): void {
    this.#end();
    this.#blocks.push(...tableBlocks(toGrid(tableRows(table))));
  }

  #end(): void {
    if (this.#lines.length > 0) this.#blocks.push({ kind: 'list', text: this.#lines.join('\n') });
    this.#lines = [];
  }

  end(): Block[] {
    this.#end();
    return this.#blocks;
  }
}

/** Returns the blocks of a list: lines, and the tables in its items. */
export function listBlocks(list: HtmlElement): Block[] {
  const reader = new ListReader();
  reader.read(list, 0);
  return reader.end();
}
