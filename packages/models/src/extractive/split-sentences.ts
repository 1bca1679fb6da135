/** A piece of a passage that can stand in an answer: a sentence, a table row, or a list with its lead-in. */
export interface Sentence {
  text: string;
  /** Headings above it and the lead-in of its list: they say what it is about, without being quoted. */
  context: string;
  /** Whether the sentence before it belongs to the same paragraph. */
  followsOn: boolean;
}

const longestSentence = 420;
const longestList = 520;

const heading = /^#{1,6}\s+(.+?)\s*#*$/;
const listItem = /^(?:[-*+•–▪◦]|\(?\d{1,2}[.)]|[a-z]\))\s+(.+)$/i;
const tableRow = /^\|.*\|$/;
const tableRule = /^\|[\s:|-]+\|$/;

/** Splits a passage, Markdown or plain, soft-wrapped or not. Each line is read once. */
export const splitSentences = (text: string): Sentence[] => new Splitter().split(text);

class Splitter {
  readonly #sentences: Sentence[] = [];
  #paragraph = '';
  #heading = '';
  #items: string[] = [];
  #columns: string[] | undefined;

  split(text: string): Sentence[] {
    const lines = text.split('\n').map((line) => line.trim());
    for (const [at, line] of lines.entries()) this.#takeLine(line, lines[at + 1] ?? '');
    this.#endBlock();
    return this.#sentences;
  }

  #takeLine(line: string, next: string): void {
    if (!tableRow.test(line)) this.#columns = undefined;
    if (line === '') return this.#endParagraph();
    const title = headingOf(line, next);
    if (title !== undefined) return this.#takeHeading(title);
    if (tableRow.test(line)) return this.#takeRow(line);
    const item = listItem.exec(line)?.[1];
    if (item !== undefined) return void this.#items.push(plain(item));
    if (this.#items.length > 0) return this.#continueItem(line);
    if (this.#paragraph !== '' && !isWrapped(this.#paragraph, line)) this.#endBlock();
    this.#paragraph = joinWrapped(this.#paragraph, line);
  }

  #takeHeading(title: string): void {
    this.#endBlock();
    this.#heading = plain(title);
  }

  #takeRow(line: string): void {
    this.#endBlock();
    if (tableRule.test(line)) return;
    const cells = line
      .slice(1, -1)
      .split('|')
      .map((cell) => plain(cell));
    const columns = this.#columns;
    if (!columns) {
      this.#columns = cells;
      return;
    }
    const named = cells.map((cell, at) => (columns[at] ? `${columns[at]}: ${cell}` : cell));
    this.#push(named.filter((cell) => !/(^|: )$/.test(cell)).join('; '), '');
  }

  #continueItem(line: string): void {
    const last = this.#items.at(-1) ?? '';
    if (isWrapped(last, line)) this.#items[this.#items.length - 1] = joinWrapped(last, line);
    else {
      this.#endBlock();
      this.#paragraph = line;
    }
  }

  // A blank line between a lead-in and its list, or between items, does not part them.
  #endParagraph(): void {
    if (this.#items.length === 0 && !this.#paragraph.endsWith(':')) this.#endBlock();
  }

  #endBlock(): void {
    const paragraph = plain(this.#paragraph);
    const items = this.#items;
    this.#paragraph = '';
    this.#items = [];
    const sentences = paragraph === '' ? [] : sentencesOf(paragraph);
    const leadIn = items.length > 0 && paragraph.endsWith(':') ? (sentences.pop() ?? '') : '';
    for (const [at, sentence] of sentences.entries()) this.#push(sentence, '', at > 0);
    if (items.length > 0) this.#pushList(leadIn, items);
  }

  #pushList(leadIn: string, items: string[]): void {
    const whole = [leadIn, ...items.map((item) => `- ${item}`)].filter((line) => line !== '').join('\n');
    if (leadIn !== '' && whole.length <= longestList) return this.#push(whole, '');
    for (const item of items)
      for (const [at, sentence] of sentencesOf(item).entries()) this.#push(sentence, leadIn, at > 0);
  }

  #push(text: string, leadIn: string, followsOn = false): void {
    if (!/[\p{L}\p{N}]/u.test(text)) return;
    const context = leadIn === '' ? this.#heading : `${this.#heading} ${leadIn}`;
    for (const piece of cut(text)) this.#sentences.push({ text: piece, context, followsOn });
  }
}

const headingOf = (line: string, next: string): string | undefined =>
  heading.exec(line)?.[1] ?? (isPlainHeading(line, next) ? line : undefined);

const isPlainHeading = (line: string, next: string): boolean =>
  line.length <= 60 &&
  /^(\d+(\.\d+)*\.?\s+)?\p{Lu}[^\d:|]*$/u.test(line) &&
  !/[.!?;,]$/.test(line) &&
  line.split(' ').length <= 8 &&
  (next === '' || /^\p{Lu}/u.test(next)) &&
  !listItem.test(line);

// Text from PDF breaks lines at the margin: a long line without an end, or a lower-case start, goes on.
const isWrapped = (before: string, line: string): boolean =>
  /^\p{Ll}/u.test(line) || (!/[.!?:;。！？]["'”’)]?$/u.test(before) && before.length >= 50);

const joinWrapped = (before: string, line: string): string => {
  if (before === '') return line;
  if (/\p{L}-$/u.test(before) && /^\p{Ll}/u.test(line)) return before.slice(0, -1) + line;
  return `${before} ${line}`;
};

/** Without Markdown marks, link targets and the source's own citation numbers. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]\n]{0,300})\]\([^)\s]{0,2000}\)/g, '$1')
    .replace(/ ?\[\d{1,3}\]/g, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/\s+/g, ' ')
    .trim();

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|dr|mr|mrs|ms|prof|st|vs|approx|fig|nr|inc|ltd|co|z\.b|d\.h|bzw|ca|abs|art|sec|p|pp|\p{Lu})\.\s*$/iu;

/** `Rent.` or `Step 2.` before a sentence is its label. */
const label = /^[^\s.!?]{1,24}( [^\s.!?]{1,12})?\.$/u;

const sentencesOf = (paragraph: string): string[] => {
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

/** Text without sentence ends is cut at spaces, so that an answer never quotes a page. */
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
