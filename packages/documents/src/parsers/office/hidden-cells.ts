import type { Source } from '../source.ts';

/** The limit of Excel. An address beyond it is invalid, and would need memory for all columns before it. */
export const mostColumns = 16_384;

/** The hidden columns of a sheet, counted from 0. All are told before the first row is asked for. */
export class HiddenColumns {
  /** The ranges that begin at a column, less those that end before it. */
  readonly #changes: number[] = [];
  /** The number of hidden columns before each column; a column is hidden where the next number is greater. */
  #before: number[] | undefined;
  readonly #filled = new Set<number>();

  hide(first: number, last: number): void {
    if (!(first >= 0 && first <= last && first < mostColumns)) return;
    const end = Math.min(last, mostColumns - 1) + 1;
    this.#changes[first] = (this.#changes[first] ?? 0) + 1;
    this.#changes[end] = (this.#changes[end] ?? 0) - 1;
  }

  /** The number of hidden columns in which a visible row has a value. */
  get filled(): number {
    return this.#filled.size;
  }

  #count(): number[] {
    if (this.#before) return this.#before;
    const before = [0];
    let open = 0;
    for (let at = 0; at < this.#changes.length; at++) {
      open += this.#changes[at] ?? 0;
      before.push((before[at] ?? 0) + (open > 0 ? 1 : 0));
    }
    this.#before = before;
    return before;
  }

  /** Returns the place of a column among the visible ones: its own, or that of the next one where it is hidden. */
  place(column: number): number {
    const before = this.#count();
    return column - (before[Math.min(column, before.length - 1)] ?? 0);
  }

  /** Returns the visible cells of a row, and notes the others that have a value. */
  visible(cells: readonly string[]): readonly string[] {
    if (this.#changes.length === 0) return cells;
    return Array.from(cells, (text) => text ?? '').filter((text, at) => {
      const isVisible = this.#isVisible(at);
      if (!isVisible && text !== '') this.#filled.add(at);
      return isVisible;
    });
  }

  /** Returns the marks of the visible cells of a row. */
  visibleMarks(marks: readonly boolean[]): readonly boolean[] {
    if (this.#changes.length === 0) return marks;
    return Array.from(marks, (mark) => mark === true).filter((_, at) => this.#isVisible(at));
  }

  #isVisible(column: number): boolean {
    return this.place(column + 1) > this.place(column);
  }
}

const count = (number: number, one: string, many = `${one}s`): string =>
  number === 1 ? `one ${one}` : `${number} ${many}`;

/** The content of a workbook that is not read. */
export class LeftOut {
  #rows = 0;
  #columns = 0;
  /** Formulas for which the file has no result. */
  formulas = 0;

  row(cells: readonly string[]): void {
    if (cells.some((text) => text !== undefined && text !== '')) this.#rows++;
  }

  columns({ filled }: HiddenColumns): void {
    this.#columns += filled;
  }

  /** Authors hide rows and columns on purpose, as they hide sheets. */
  note(source: Source): void {
    const hidden = [
      ...(this.#rows > 0 ? [count(this.#rows, 'hidden row')] : []),
      ...(this.#columns > 0 ? [count(this.#columns, 'hidden column')] : []),
    ];
    if (hidden.length > 0) {
      const verb = this.#rows + this.#columns === 1 ? 'was' : 'were';
      const text = `${hidden.join(' and ')} ${verb} left out.`;
      source.note({
        code: 'documents.hidden_cells',
        message: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`,
      });
    }
    if (this.formulas > 0)
      source.note({
        code: 'documents.formulas_without_value',
        message: `${this.formulas === 1 ? '1 formula has' : `${this.formulas} formulas have`} no stored value. To have the results read, open the file in a spreadsheet program, save it and upload it again.`,
      });
  }
}
