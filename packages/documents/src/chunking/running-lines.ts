import type { Block } from '../block.ts';

/** A line at the edge of at least this many pages is a header or footer. */
const leastPages = 3;
/** Pages that are examined before the first one is returned, and the most blocks to hold back. */
const held = { pages: 6, blocks: 4000 };
/** Blocks at the top and at the bottom of a page that may contain a header or footer. */
const edgeBlocks = 2;
const longestLine = 200;

type Page = { page: number; blocks: Block[] };

/** Removes lines that are repeated at the top or bottom of pages. Blocks without a page are not changed. */
export function createRunningLines() {
  const seen = new Map<string, number>();
  let pages: Page[] = [];
  let waiting = 0;

  const learn = ({ blocks }: Page) => {
    for (const key of new Set(listEdgeLines(blocks).map(toLineKey))) seen.set(key, (seen.get(key) ?? 0) + 1);
  };
  const runs = (line: string) => (seen.get(toLineKey(line)) ?? 0) >= leastPages;
  const give = (count: number): Block[] => {
    const given = pages.slice(0, count).flatMap(({ blocks }) => without(blocks, runs));
    pages = pages.slice(count);
    waiting = pages.reduce((sum, { blocks }) => sum + blocks.length, 0);
    return given;
  };
  const close = () => {
    const last = pages.at(-1);
    if (last !== undefined) learn(last);
  };

  return {
    push(block: Block): Block[] {
      const { page } = block;
      if (page === undefined) return [...this.flush(), block];
      const open = pages.at(-1);
      waiting++;
      if (open?.page === page) open.blocks.push(block);
      else {
        close();
        pages.push({ page, blocks: [block] });
      }
      if (pages.length > held.pages) return give(1);
      return waiting > held.blocks ? give(pages.length) : [];
    },
    flush(): Block[] {
      close();
      return give(pages.length);
    },
  };
}

/** Normalises a line, so that headers with different page numbers are equal. */
const toLineKey = (line: string) => line.trim().replace(/\d+/g, '#');

/** Returns true for text. Rows of tables may repeat because they are data. */
const mayRun = ({ kind }: Block) => kind === 'paragraph' || kind === 'heading';

const isEdge = (index: number, length: number) => index < edgeBlocks || index >= length - edgeBlocks;

const splitLines = (block: Block) => block.text.split('\n');

/** Returns the first and last lines of the blocks at the edges of a page. */
function listEdgeLines(blocks: readonly Block[]): string[] {
  return blocks
    .filter((block, index) => mayRun(block) && isEdge(index, blocks.length))
    .flatMap((block) => [splitLines(block).at(0) ?? '', splitLines(block).at(-1) ?? ''])
    .filter((line) => line.trim() !== '' && line.length <= longestLine);
}

function without(blocks: readonly Block[], runs: (line: string) => boolean): Block[] {
  return blocks.flatMap((block, index) => {
    if (!mayRun(block) || !isEdge(index, blocks.length)) return [block];
    const lines = splitLines(block);
    const kept = lines.filter((line, at) => !((at === 0 || at === lines.length - 1) && runs(line)));
    return kept.length === 0 ? [] : [{ ...block, text: kept.join('\n').trim() }];
  });
}
