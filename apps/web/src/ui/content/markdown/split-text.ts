/** A piece of Markdown as it was written. */
export interface TextPiece {
  kind: 'text' | 'code' | 'line-formula' | 'block-formula';
  source: string;
}

const fence = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})/;
const listItem = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const indented = /^(?: {4}|\t)/;

/** Follows the lines of a text, and says of each whether it belongs to a code block. */
class CodeLines {
  #fence: string | undefined;
  #isIndented = false;
  #isInList = false;
  #afterBlank = true;

  take(line: string): boolean {
    const [before = '', mark] = fence.exec(line) ?? [];
    const info = line.slice(before.length);
    if (this.#fence !== undefined) {
      if (mark?.startsWith(this.#fence) && info.trim() === '') this.#fence = undefined;
      return true;
    }
    if (this.#takeIndented(line)) return true;
    if (mark === undefined || (mark.startsWith('`') && info.includes('`'))) return false;
    this.#fence = mark;
    return true;
  }

  /** Indented lines are code after a blank line, unless they belong to an item of a list. */
  #takeIndented(line: string): boolean {
    const isBlank = line.trim() === '';
    const canBegin = !this.#isInList && (this.#afterBlank || this.#isIndented);
    this.#isIndented = canBegin && !isBlank && indented.test(line);
    this.#afterBlank = isBlank;
    const isItem = listItem.test(line);
    if (isItem || /^[^ \t]/.test(line)) this.#isInList = isItem;
    return this.#isIndented;
  }
}

/** Splits a text into its code blocks and the text between them. */
const splitBlocks = (text: string): TextPiece[] => {
  const lines = new CodeLines();
  const pieces: TextPiece[] = [];
  for (const line of text.split(/(?<=\n)/)) {
    const kind = lines.take(line.replace(/\r?\n$/, '')) ? 'code' : 'text';
    const last = pieces.at(-1);
    if (last?.kind === kind) last.source += line;
    else pieces.push({ kind, source: line });
  }
  return pieces;
};

interface Mark {
  text: string;
  start: number;
  end: number;
}

const isFree = (letter: string | undefined): boolean => letter === undefined || /\s/.test(letter);

const wordLetter = /[\p{L}\p{N}]/u;

/**
 * A dollar opens a formula before a letter, and closes it after one. After a letter or a digit it belongs to a currency, such as US$, or
 * to an amount. Escaped brackets in words and in addresses are no formulas.
 */
const opens = (text: string, { text: mark, start, end }: Mark): boolean => {
  if (mark === '$') return !isFree(text[end]) && !wordLetter.test(text[start - 1] ?? '');
  if (mark === '\\[') return isFree(text[start - 1]);
  return mark !== '\\(' || !(/[a-z\d]/i.test(text[start - 1] ?? '') || text.startsWith('](', start - 2));
};

const amount = /^[-+–−(]?[.,]?\d/;
const currency = /(?<!\p{L})\p{Lu}{1,3}$/u;
const amountAfterCurrency = /^[ \u00a0\u202f]?[-–−]?\d/;
const texSign = /[\\^_={}]/;

/** True when the text between two dollars is prose with amounts of money, as in "$740 for $5 million" or "$AA and R$ 12". */
const isMoney = (text: string, open: Mark, close: Mark): boolean => {
  const between = text.slice(open.end, close.start);
  if (texSign.test(between)) return false;
  if (amount.test(between)) return /\s/.test(between);
  return (
    /\s/.test(between) &&
    currency.test(between) &&
    amountAfterCurrency.test(text.slice(close.end, close.end + 4))
  );
};

const closes = (text: string, open: Mark, close: Mark): boolean =>
  close.text !== '$' ||
  (!isFree(text[close.start - 1]) && !wordLetter.test(text[close.end] ?? '') && !isMoney(text, open, close));

const closerOf: Readonly<Record<string, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };

/** Reads a text once, and finds its code spans and formulas. What is opened ends with its paragraph at the latest. */
class Spans {
  readonly pieces: TextPiece[] = [];
  readonly #text: string;
  #from = 0;
  #open: Mark | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  read(): TextPiece[] {
    const codeEnds = findCodeSpans(this.#text);
    const marks = /`+|\\[()[\]]|\\[^]|\${1,2}|\n[ \t]*\n/g;
    for (let found = marks.exec(this.#text); found; found = marks.exec(this.#text)) {
      const mark = { text: found[0], start: found.index, end: marks.lastIndex };
      const codeEnd = codeEnds.get(mark.start);
      if (codeEnd !== undefined) {
        this.#add('code', mark.start, codeEnd);
        marks.lastIndex = codeEnd;
      } else this.#take(mark);
    }
    this.#add('text', this.#text.length, this.#text.length);
    return this.pieces;
  }

  #take(mark: Mark): void {
    const open = this.#open;
    if (/^\s/.test(mark.text)) this.#open = undefined;
    else if (open && closerOf[open.text] === mark.text && closes(this.#text, open, mark))
      this.#close(open, mark);
    else if (mark.text in closerOf) this.#open = opens(this.#text, mark) ? mark : undefined;
  }

  #close(open: Mark, mark: Mark): void {
    const formula = this.#text.slice(open.end, mark.start);
    this.#open = undefined;
    if (formula.trim() === '' || formula.includes('`')) return;
    const isBlock = open.text === '$$' || open.text === '\\[';
    this.#add(isBlock ? 'block-formula' : 'line-formula', open.start, mark.end);
  }

  #add(kind: TextPiece['kind'], start: number, end: number): void {
    for (const [part, from, to] of [
      ['text', this.#from, start],
      [kind, start, end],
    ] as const)
      if (to > from) this.pieces.push({ kind: part, source: this.#text.slice(from, to) });
    this.#from = end;
    this.#open = undefined;
  }
}

/** Finds code spans: a run of backticks up to the next one of the same length in its paragraph. Returns their ends by their starts. */
const findCodeSpans = (text: string): Map<number, number> => {
  const next = new Map<string, number>();
  const ends = new Map<number, number>();
  for (const found of [...text.matchAll(/`+|\n[ \t]*\n/g)].reverse()) {
    const [run] = found;
    if (run.startsWith('\n')) {
      next.clear();
      continue;
    }
    const end = next.get(run);
    if (end !== undefined) ends.set(found.index, end);
    next.set(run, found.index + run.length);
  }
  return ends;
};

/**
 * Splits Markdown into text, code and formulas: `$x$`, `$$x$$`, `\(x\)` and `\[x\]`. Takes time in proportion to the text. An
 * amount of money such as "$5 to $10" stays text.
 */
export const splitText = (markdown: string): TextPiece[] =>
  splitBlocks(markdown).flatMap((piece) =>
    piece.kind === 'text' ? new Spans(piece.source).read() : [piece],
  );

/** Private letters that mark a code span as a formula, in its line or in lines of its own. */
export const formulaMarks = { 'line-formula': '\ue000', 'block-formula': '\ue001' } as const;

/** Returns the TeX of a formula in one line, because a line that begins with a plus would begin a list. */
const toTex = ({ kind, source }: TextPiece): string => {
  const marks = kind === 'line-formula' && source.startsWith('$') ? 1 : 2;
  return source.slice(marks, -marks).replaceAll(/\s+/g, ' ').trim();
};

/** Writes formulas as marked code spans, whose text the Markdown parser leaves as it is. */
export const markFormulas = (markdown: string): string =>
  /[$\\]/.test(markdown)
    ? splitText(markdown)
        .map((piece) =>
          piece.kind === 'text' || piece.kind === 'code'
            ? piece.source
            : `\`${formulaMarks[piece.kind]}${toTex(piece)}\``,
        )
        .join('')
    : markdown;
