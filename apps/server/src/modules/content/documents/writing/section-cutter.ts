import { type Block, blockSeparator } from '@atelier/documents';
import type { NewSection } from '../../indexing/index.ts';

const longestSection = 6000;

type Position = Pick<NewSection, 'page' | 'second'>;

const positionOf = ({ page, second }: Block): Position => ({ page: page ?? null, second: second ?? null });

export interface SectionCutter {
  /** Takes the next block. Returns the sections that are complete. */
  push(block: Block): NewSection[];
  flush(): NewSection[];
  /** The number of characters of the document so far. */
  readonly length: number;
}

/** Moves an offset so that it does not lie inside a surrogate pair. */
const cutAt = (text: string, at: number): number => {
  const before = text.charCodeAt(at - 1);
  return before >= 0xd800 && before <= 0xdbff ? at - 1 : at;
};

/**
 * Divides a document's text (`joinBlocks`) into sections of blocks with the same page or second, each of at most 6,000
 * characters. `startOffset` counts in that text, so `text.slice(startOffset, startOffset + section.text.length)` is the
 * section.
 */
export const createSectionCutter = (): SectionCutter => {
  let ordinal = 0;
  let length = 0;
  let open: Omit<NewSection, 'ordinal'> | undefined;

  const close = (): NewSection[] => {
    if (!open) return [];
    const section = { ordinal, ...open };
    ordinal += 1;
    open = undefined;
    return [section];
  };

  const cutLong = (position: Position): NewSection[] => {
    const done: NewSection[] = [];
    while (open && open.text.length > longestSection) {
      const { startOffset, text } = open;
      const at = cutAt(text, longestSection);
      open = { ...position, startOffset, text: text.slice(0, at) };
      done.push(...close());
      open = { ...position, startOffset: startOffset + at, text: text.slice(at) };
    }
    return done;
  };

  return {
    get length() {
      return length;
    },
    push(block) {
      if (block.text === '') return [];
      const position = positionOf(block);
      const gap = length === 0 ? '' : blockSeparator;
      const joins =
        open?.page === position.page &&
        open.second === position.second &&
        open.text.length + gap.length + block.text.length <= longestSection;
      const done = joins ? [] : close();
      if (open && joins) open.text += gap + block.text;
      else open = { ...position, startOffset: length + gap.length, text: block.text };
      length += gap.length + block.text.length;
      return [...done, ...cutLong(position)];
    },
    flush: close,
  };
};
