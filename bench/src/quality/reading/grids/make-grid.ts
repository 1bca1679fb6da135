import { createRandom } from '../../../corpus.ts';
import type { CellKind, Content, Grid, GridCell, Part } from './grid.ts';
import {
  choose,
  columnWords,
  cornerWords,
  groupWords,
  makeContent,
  type Pick,
  rowWords,
  shuffled,
  textContent,
  yearContent,
} from './words.ts';

/** The merged cells that tables may have. Without lines, nobody sees which rows or columns a merged value covers, so only names are merged there. */
export interface GridOptions {
  merges: 'all' | 'columnNames';
  /** True where the title may be a row of the table itself. */
  titleRows: boolean;
}

interface Shape {
  titleRows: number;
  headRows: number;
  rowHeads: number;
  values: number;
  bodyRows: number;
  /** Rows of the body that are one cell, a title of the rows below it. */
  sections: ReadonlySet<number>;
}

interface Box {
  row: number;
  column: number;
  lastRow: number;
  lastColumn: number;
}

const placed = (part: Part, box: Box, content: Content): GridCell => ({ part, ...box, ...content });
const single = (row: number, column: number): Box => ({ row, column, lastRow: row, lastColumn: column });

const makeShape = (pick: Pick, options: GridOptions): Shape => {
  const titleRows = options.titleRows && pick(8) === 0 ? 1 : 0;
  const headRows = choose(pick, [1, 1, 1, 1, 2, 2, 2, 3]);
  const bodyRows = choose(pick, [2 + pick(6), 3 + pick(6), 8 + pick(12), 20 + pick(25)]);
  const hasSections = options.merges === 'all' && bodyRows > 5 && pick(10) === 0;
  const first = titleRows + headRows;
  return {
    ...{ titleRows, headRows, bodyRows },
    rowHeads: pick(10) < 3 ? 2 : 1,
    values: 2 + pick(5),
    sections: new Set(hasSections ? [first + 2, first + 2 + Math.ceil(bodyRows / 2)] : []),
  };
};

/** Returns the rows of the body that have names and values. */
const rowsOf = ({ titleRows, headRows, bodyRows, sections }: Shape): number[] =>
  Array.from({ length: bodyRows }, (_none, at) => titleRows + headRows + at).filter(
    (row) => !sections.has(row),
  );

const makeSections = (pick: Pick, { sections, rowHeads, values }: Shape): GridCell[] =>
  Array.from(sections, (row) =>
    placed(
      'title',
      { ...single(row, 0), lastColumn: rowHeads + values - 1 },
      textContent(`Section ${choose(pick, groupWords)}`),
    ),
  );

/** Returns the names of the single columns: words, years, or words of which some stand twice. */
const makeLeaves = (pick: Pick, count: number): Content[] => {
  const style = choose(pick, ['words', 'words', 'years', 'doubled'] as const);
  if (style === 'years') {
    const first = 1998 + pick(25);
    const direction = pick(2) === 0 ? 1 : -1;
    return Array.from({ length: count }, (_none, at) => yearContent(first + direction * at));
  }
  const words = shuffled(pick, columnWords).slice(0, count).map(textContent);
  if (style === 'words') return words;
  const half = Math.ceil(count / 2);
  return words.map((word, at) => (at < half ? word : (words[at - half] ?? word)));
};

/** Makes the names of columns: groups above, single names below, some of which are as high as the whole head. */
class HeadMaker {
  readonly cells: GridCell[] = [];
  readonly #pick: Pick;
  readonly #last: number;
  readonly #leaves: readonly Content[];
  readonly #groups: string[];
  readonly #left: number;

  constructor(pick: Pick, { titleRows, headRows, rowHeads, values }: Shape) {
    this.#pick = pick;
    this.#last = titleRows + headRows - 1;
    this.#left = rowHeads;
    this.#leaves = makeLeaves(pick, values);
    this.#groups = shuffled(pick, groupWords);
    this.#fill(titleRows, rowHeads, rowHeads + values - 1);
  }

  #fill(row: number, from: number, to: number): void {
    for (let column = from; column <= to; ) {
      const width = row === this.#last ? 1 : Math.min(to - column + 1, 1 + this.#pick(3));
      this.#put(row, column, column + width - 1);
      column += width;
    }
  }

  #put(row: number, column: number, lastColumn: number): void {
    const leaf = this.#leaves[column - this.#left] ?? textContent('');
    const isAlone = column === lastColumn;
    if (row === this.#last) this.cells.push(placed('columnName', single(row, column), leaf));
    else if (isAlone && this.#pick(3) > 0)
      this.cells.push(placed('columnName', { ...single(row, column), lastRow: this.#last }, leaf));
    else {
      const group = textContent(this.#groups.pop() ?? 'More');
      this.cells.push(placed('columnName', { ...single(row, column), lastColumn }, group));
      this.#fill(row + 1, column, lastColumn);
    }
  }
}

const makeCorner = (pick: Pick, { titleRows, headRows, rowHeads }: Shape): GridCell[] => {
  const lastRow = titleRows + headRows - 1;
  const box = { row: titleRows, column: 0, lastRow, lastColumn: rowHeads - 1 };
  if (pick(10) < 3) return [placed('corner', box, textContent(''))];
  const words = shuffled(pick, cornerWords);
  return Array.from({ length: rowHeads }, (_none, column) =>
    placed('corner', { ...box, column, lastColumn: column }, textContent(words[column] ?? 'Name')),
  );
};

/** Makes the names of the rows. The first of two columns has one name for several rows, which is merged or repeated. */
const makeRowNames = (pick: Pick, shape: Shape, canMerge: boolean): GridCell[] => {
  const rows = rowsOf(shape);
  const words = shuffled(pick, rowWords);
  const own = shape.rowHeads - 1;
  const isNumbered = pick(12) === 0;
  const hasTotal = pick(5) === 0;
  const nameAt = (row: number): string =>
    hasTotal && row === rows.at(-1) ? 'Total' : isNumbered ? String(1001 + row) : nameOfRow(words, row);
  const cells = rows.map((row) => placed('rowName', single(row, own), textContent(nameAt(row))));
  if (own === 0) return cells;
  const merges = canMerge && pick(10) < 7;
  const groups = shuffled(pick, groupWords);
  for (let at = 0; at < rows.length; ) {
    const run = rows.slice(at, at + 2 + pick(3)).filter((row, step) => row === (rows[at] ?? 0) + step);
    const [row = 0, last = 0] = [run[0], run.at(-1)];
    const group = textContent(groups.pop() ?? `Group ${row}`);
    if (merges) cells.push(placed('rowName', { row, column: 0, lastRow: last, lastColumn: 0 }, group));
    else for (const one of run) cells.push(placed('rowName', single(one, 0), group));
    at += run.length;
  }
  return cells;
};

const nameOfRow = (words: readonly string[], row: number): string => {
  const word = words[row % words.length] ?? '';
  return row < words.length ? word : `${word} ${Math.floor(row / words.length) + 1}`;
};

const kinds: readonly CellKind[] = [
  ...(['integer', 'integer', 'grouped', 'grouped', 'decimal', 'percent', 'date', 'text'] as const),
];

const overlaps = (one: Box, other: Box): boolean =>
  one.row <= other.lastRow &&
  other.row <= one.lastRow &&
  one.column <= other.lastColumn &&
  other.column <= one.lastColumn;

const makeMerges = (pick: Pick, shape: Shape): Box[] => {
  const boxes: Box[] = [];
  const first = shape.titleRows + shape.headRows;
  for (let count = 1 + pick(3); count > 0; count--) {
    const [row, column] = [first + pick(shape.bodyRows), shape.rowHeads + pick(shape.values)];
    const isWide = pick(2) === 0;
    const box = {
      row,
      column,
      lastRow: Math.min(first + shape.bodyRows - 1, row + (isWide ? 0 : 1 + pick(2))),
      lastColumn: Math.min(shape.rowHeads + shape.values - 1, column + (isWide ? 1 + pick(2) : 0)),
    };
    const isCut = [...shape.sections].some((section) => box.row <= section && section <= box.lastRow);
    if (!isCut && !boxes.some((other) => overlaps(box, other))) boxes.push(box);
  }
  return boxes;
};

const makeValues = (pick: Pick, shape: Shape, canMerge: boolean): GridCell[] => {
  const isProse = pick(8) === 0;
  const columns = Array.from({ length: shape.values }, () => (isProse ? 'text' : choose(pick, kinds)));
  const merges = canMerge && pick(10) < 4 ? makeMerges(pick, shape) : [];
  const emptyIn = choose(pick, [0, 0, 8, 20]);
  const cells = merges.map((box) =>
    placed('value', box, makeContent(pick, columns[box.column - shape.rowHeads] ?? 'text')),
  );
  for (const row of rowsOf(shape))
    for (const [at, kind] of columns.entries()) {
      const box = single(row, shape.rowHeads + at);
      if (merges.some((other) => overlaps(box, other))) continue;
      const isEmpty = emptyIn > 0 && pick(emptyIn) === 0;
      cells.push(placed('value', box, isEmpty ? textContent('') : makeContent(pick, kind)));
    }
  return cells;
};

const titles = [
  'Figures by region',
  'Overview of the year',
  'Table 3: Results',
  'Stock list',
  'Who does what',
];

/** Makes one table, the same one again for the same seed. */
export const makeGrid = (seed: number, options: GridOptions): Grid => {
  const random = createRandom(seed);
  const pick: Pick = (below) => Math.floor(random() * below);
  const shape = makeShape(pick, options);
  const canMerge = options.merges === 'all';
  const width = shape.rowHeads + shape.values;
  const title = choose(pick, titles);
  const titleBox = { row: 0, column: 0, lastRow: 0, lastColumn: width - 1 };
  const titleCells = shape.titleRows > 0 ? [placed('title', titleBox, textContent(title))] : [];
  return {
    title: shape.titleRows === 0 && pick(3) === 0 ? title : undefined,
    width,
    height: shape.titleRows + shape.headRows + shape.bodyRows,
    isMarked: pick(2) === 0,
    hasGap: pick(2) === 0,
    cells: [
      ...titleCells,
      ...makeCorner(pick, shape),
      ...new HeadMaker(pick, shape).cells,
      ...makeSections(pick, shape),
      ...makeRowNames(pick, shape, canMerge),
      ...makeValues(pick, shape, canMerge),
    ],
  };
};
