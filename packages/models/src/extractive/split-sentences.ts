import {
  type Cell,
  cellsOfBarRow,
  cellsOfNamedLines,
  isBarRow,
  isHead,
  isRule,
  nameCells,
  rowText,
} from './table-rows.ts';

/** A part of a chunk that can be quoted alone: a sentence, a table row, or a list with its introduction. */
export interface Sentence {
  text: string;
  /** Headings above the sentence and the introduction of its list. They are used for matching but not quoted. */
  context: string;
  /** True when the previous sentence is in the same paragraph. */
  followsOn: boolean;
  /** The cells of a table row. */
  cells?: readonly Cell[];
}

const longestSentence = 420;
const longestList = 520;
const longestRow = 1200;
const mostNamedLines = 40;

const headingMark = /^#{1,6}\s+(?=\S)/;
const listItem = /^(?:[-*+•–▪◦]|\(?\d{1,2}[.)]|[a-z]\))\s+(\S.*)$/i;

/** Splits a chunk of Markdown or plain text, soft-wrapped or not, in linear time. */
export const splitSentences = (text: string): Sentence[] => new Splitter().split(text);

class Splitter {
  readonly #sentences: Sentence[] = [];
  #paragraph = '';
  #heading = '';
  /** The words before a table that lead to it and end with a colon. */
  #caption = '';
  #items: string[] = [];
  #columns: string[] | undefined;

  split(text: string): Sentence[] {
    const lines = text.split('\n').map((line) => line.trim());
    for (let at = 0; at < lines.length; at++) {
      const taken = this.#takeNamedRow(lines, at);
      if (taken > 0) at += taken - 1;
      else this.#takeLine(lines[at] ?? '', lines[at + 1] ?? '');
    }
    this.#endBlock();
    return this.#sentences;
  }

  /** Takes a row written as `name: value` lines between blank lines; returns its number of lines, or 0. */
  #takeNamedRow(lines: readonly string[], at: number): number {
    if ((at > 0 && lines[at - 1] !== '') || !(lines[at] ?? '').slice(0, 240)) return 0;
    let end = at;
    while (end < lines.length && lines[end] !== '' && end - at < mostNamedLines) end++;
    if (end < lines.length && lines[end] !== '') return 0;
    const cells = cellsOfNamedLines(lines.slice(at, end));
    if (cells === undefined) return 0;
    this.#endBlock();
    this.#takeTitle(lines.slice(Math.max(0, at - 3), at - 1));
    this.#pushRow(cells);
    return end - at;
  }

  /** Takes the line above a row as its heading where it is no sentence. */
  #takeTitle(above: readonly string[]): void {
    const last = this.#sentences.at(-1);
    const line = above.at(-1) ?? '';
    if (above.length > 1 && above[0] !== '') return;
    if (last?.text !== line || last.cells !== undefined || line.length > 80 || /[.!?:;,]$/.test(line)) return;
    this.#sentences.pop();
    this.#heading = line;
  }

  #pushRow(cells: readonly Cell[]): void {
    const clean = cells.map(({ name, value }) => ({ name: plain(name), value: plain(value) }));
    const text = rowText(clean);
    if (!/[\p{L}\p{N}]/u.test(text) || text.length > longestRow) return this.#push(text, '');
    const context = `${this.#heading} ${this.#caption}`.trim();
    this.#sentences.push({ text, context, followsOn: false, cells: clean });
  }

  #takeLine(line: string, next: string): void {
    if (!isBarRow(line)) this.#columns = undefined;
    if (line === '') return this.#endParagraph();
    const title = readHeading(line, next);
    if (title !== undefined) return this.#takeHeading(title);
    if (this.#isRow(line, next)) return this.#takeRow(line);
    const item = listItem.exec(line)?.[1];
    if (item !== undefined) return void this.#items.push(plain(item));
    if (this.#items.length > 0) return this.#continueItem(line);
    if (this.#paragraph !== '' && !isWrapped(this.#paragraph, line)) this.#endBlock();
    this.#paragraph = joinWrapped(this.#paragraph, line);
  }

  // A single line that contains a bar is not a table.
  #isRow(line: string, next: string): boolean {
    return isBarRow(line) && (this.#columns !== undefined || isBarRow(next) || isRule(line));
  }

  #takeHeading(title: string): void {
    this.#endBlock();
    this.#caption = '';
    this.#heading = plain(title);
  }

  #takeRow(line: string): void {
    this.#endBlock();
    if (isRule(line)) return;
    const cells = cellsOfBarRow(line);
    if (this.#columns === undefined) {
      this.#columns = isHead(cells) ? cells : [];
      if (this.#columns.length > 0) return;
    }
    this.#pushRow(nameCells(cells, this.#columns));
  }

  #continueItem(line: string): void {
    const last = this.#items.at(-1) ?? '';
    if (isWrapped(last, line)) this.#items[this.#items.length - 1] = joinWrapped(last, line);
    else {
      this.#endBlock();
      this.#paragraph = line;
    }
  }

  // A blank line between an introduction and its list, or between items, does not separate them.
  #endParagraph(): void {
    if (this.#items.length === 0 && !this.#paragraph.endsWith(':')) this.#endBlock();
  }

  #endBlock(): void {
    const paragraph = plain(this.#paragraph);
    const items = this.#items;
    this.#paragraph = '';
    this.#items = [];
    const sentences = paragraph === '' ? [] : splitParagraph(paragraph);
    if (paragraph !== '') this.#caption = paragraph.endsWith(':') ? (sentences.at(-1) ?? '') : '';
    const leadIn = items.length > 0 && paragraph.endsWith(':') ? (sentences.pop() ?? '') : '';
    for (const [at, sentence] of sentences.entries()) this.#push(sentence, '', at > 0);
    if (items.length > 0) this.#pushList(leadIn, items);
  }

  #pushList(leadIn: string, items: string[]): void {
    const whole = [leadIn, ...items.map((item) => `- ${item}`)].filter((line) => line !== '').join('\n');
    if (leadIn !== '' && whole.length <= longestList) return this.#push(whole, '');
    for (const item of items)
      for (const [at, sentence] of splitParagraph(item).entries()) this.#push(sentence, leadIn, at > 0);
  }

  #push(text: string, leadIn: string, followsOn = false): void {
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    const context = leadIn === '' ? this.#heading : `${this.#heading} ${leadIn}`;
    for (const piece of cut(text)) this.#sentences.push({ text: piece, context, followsOn });
  }
}

/** Closing marks after a heading, which are not part of it. */
const closingMarks = /(?<!#)#+$/;

const readHeading = (line: string, next: string): string | undefined => {
  const mark = headingMark.exec(line)?.[0];
  if (mark !== undefined) return line.slice(mark.length).replace(closingMarks, '').trim() || undefined;
  return isPlainHeading(line, next) ? line : undefined;
};

const isPlainHeading = (line: string, next: string): boolean =>
  line.length <= 60 &&
  /^(\d+(\.\d+)*\.?\s+)?\p{Lu}[^\d:|]*$/u.test(line) &&
  !/[.!?;,]$/.test(line) &&
  line.split(' ').length <= 8 &&
  (next === '' || /^\p{Lu}/u.test(next)) &&
  !listItem.test(line);

// Text from PDFs has a line break at the margin: a long line without an end, or a lower-case next line, continues.
const isWrapped = (before: string, line: string): boolean =>
  /^\p{Ll}/u.test(line) || (!/[.!?:;。！？]["'”’)]?$/u.test(before) && before.length >= 50);

const joinWrapped = (before: string, line: string): string => {
  if (before === '') return line;
  if (/\p{L}-$/u.test(before) && /^\p{Ll}/u.test(line)) return before.slice(0, -1) + line;
  return `${before} ${line}`;
};

/** Removes Markdown marks, link targets and citation numbers of the source. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]\n]{0,300})\]\([^)\s]{0,2000}\)/g, '$1')
    .replace(/ ?\[\d{1,3}\]/g, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/(?<![\p{L}\p{N}*])\*([^\s*][^*\n]{0,300}?)\*(?![\p{L}\p{N}*])/gu, '$1')
    .replace(/\s+/g, ' ')
    .trim();

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|dr|mr|mrs|ms|prof|st|vs|approx|fig|nr|inc|ltd|co|z\.b|d\.h|bzw|ca|abs|art|sec|p|pp|\p{Lu}|(?:am|ab|bis|dem|den|der|vom|zum) \d{1,2})\.\s*$/iu;

/** A label before a sentence, for example `Rent.` or `Step 2.`. */
const label = /^[^\s.!?]{1,24}( [^\s.!?]{1,12})?\.$/u;

const splitParagraph = (paragraph: string): string[] => {
  const sentences: string[] = [];
  let pending = '';
  for (const { segment } of segmenter.segment(paragraph)) {
    pending += segment;
    if (abbreviation.test(pending.slice(-12)) || label.test(pending.trim())) continue;
    sentences.push(pending.trim());
    pending = '';
  }
  if (pending.trim() !== '') sentences.push(pending.trim());
  return sentences;
};

/** Splits text without sentence ends at spaces, so that an answer never quotes a whole page. */
const cut = (text: string): string[] => {
  if (text.includes('\n')) return [text];
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > longestSentence) {
    const space = rest.lastIndexOf(' ', longestSentence);
    const at = space > longestSentence / 2 ? space : longestSentence;
    pieces.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return rest === '' ? pieces : [...pieces, rest];
};
