import { heaviest, type PdfItem } from '../pdf-lines.ts';
import { type Box, boxAround } from './geometry.ts';

/** One word with the item of the page that it is a part of. `y` is its baseline. */
export interface Word {
  text: string;
  left: number;
  right: number;
  y: number;
  size: number;
  item: number;
}

/** Words on one baseline that are close together. */
export interface Piece {
  text: string;
  left: number;
  right: number;
  words: readonly Word[];
}

/** All words on one baseline, from left to right. */
export interface TextLine {
  y: number;
  size: number;
  pieces: readonly Piece[];
}

/** Words that are further apart than this many font sizes belong to different pieces. */
const widestSpace = 0.7;
/** A bullet is at most this many font sizes before its text. */
const widestBullet = 3;
const widestSign = 2;
const widestGlued = 0.3;
/** Baselines that are closer than this many font sizes are one: those of signs that are raised or lowered, too. */
const sameLine = 0.4;

const measureFontSize = ({ transform, height }: PdfItem): number => {
  const scale = Math.hypot(transform[2] ?? 0, transform[3] ?? 0);
  return scale > 0 ? scale : height;
};

/** Splits the items of a page at their spaces. Positions inside an item are in proportion to its characters. */
export const splitItemWords = (items: readonly PdfItem[]): Word[] =>
  items.flatMap((item, index) => {
    const [, , , , x = 0, y = 0] = item.transform;
    const size = measureFontSize(item);
    const unit = item.str.length === 0 ? 0 : item.width / item.str.length;
    const wordAt = (text: string, at: number): Word => ({
      text,
      left: x + at * unit,
      right: x + (at + text.length) * unit,
      y,
      size,
      item: index,
    });
    if (!/\s/u.test(item.str)) return item.str === '' ? [] : wordAt(item.str, 0);
    return Array.from(item.str.matchAll(/\S+/gu), ({ 0: text, index: at }) => wordAt(text, at));
  });

const isRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

/** Joins words in reading order: that of the file where it is written from right to left, otherwise from left to right. */
const joined = (words: readonly Word[]): string => {
  if (words.length === 1) return words[0]?.text ?? '';
  const ordered = words.some(({ text }) => isRightToLeft.test(text))
    ? words.toSorted((one, other) => one.item - other.item)
    : words;
  let text = '';
  let last: Word | undefined;
  for (const word of ordered) {
    const isGlued =
      last !== undefined &&
      last.item !== word.item &&
      word.left - last.right < 0.12 * word.size &&
      word.left >= last.left;
    text += text === '' || isGlued ? word.text : ` ${word.text}`;
    last = word;
  }
  return text;
};

export const toPiece = (words: readonly Word[]): Piece => ({
  text: joined(words),
  left: Math.min(...words.map(({ left }) => left)),
  right: Math.max(...words.map(({ right }) => right)),
  words,
});

const bullet = /^[•‣▪●◦○·]$/u;
const isCurrency = /^[$€£¥]$/;
const isSign = /^[)%]+$/;

/** Returns true for a word that belongs to the words before it, which end at `end`. */
const goesOn = (group: readonly Word[], word: Word, end: number): boolean => {
  const gap = (word.left - end) / word.size;
  // The sign of a currency before a number belongs to the next number where an earlier one has a sign of its own.
  if (word.text === '$' || (isCurrency.test(word.text) && isCurrency.test(group[0]?.text ?? '')))
    return gap <= widestGlued;
  if (gap <= widestSpace) return true;
  // Financial statements set signs of currencies and percentages apart from their numbers.
  if (isSign.test(word.text)) return gap <= widestSign;
  const [first, second] = group;
  if (first === undefined || second !== undefined) return false;
  if (isCurrency.test(first.text)) return /^\(?\p{N}/u.test(word.text);
  return bullet.test(first.text) && gap <= widestBullet;
};

const groupIntoPieces = (words: readonly Word[]): Piece[] => {
  const groups: Word[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const word of words.toSorted((one, other) => one.left - other.left)) {
    const group = groups.at(-1);
    const isPart = group !== undefined && goesOn(group, word, end);
    if (isPart) group.push(word);
    else groups.push([word]);
    end = isPart ? Math.max(end, word.right) : word.right;
  }
  return groups.map(toPiece);
};

/** The mark of a footnote is smaller than its line, raised by at most this many font sizes, and close to a word. */
const mark = { text: /^(?:\(?\p{N}{1,2}\)|\(?\p{Ll}\)|[*†‡®™])+$/u, size: 0.85, raised: 0.75, gap: 0.5 };

const isRaisedMark = (word: Word, line: readonly Word[]): boolean =>
  mark.text.test(word.text) &&
  line.some(
    ({ right, y, size }) =>
      word.size <= mark.size * size &&
      word.y - y <= mark.raised * size &&
      Math.abs(word.left - right) <= mark.gap * size,
  );

/** Puts the raised marks of footnotes, which are a line of their own by their baselines, into the lines below them. */
function withMarks(lines: readonly Word[][]): readonly Word[][] {
  const kept: Word[][] = [];
  let marks: Word[] = [];
  for (const [at, line] of lines.entries()) {
    const below = lines[at + 1] ?? [];
    const own = [...marks, ...line];
    marks = line.filter((word) => isRaisedMark(word, below));
    const rest = marks.length === 0 ? own : own.filter((word) => !marks.includes(word));
    if (rest.length > 0) kept.push(rest);
  }
  return kept;
}

/** Groups words by their baselines, from the top of the page to its bottom. */
export function groupIntoLines(words: readonly Word[]): TextLine[] {
  const groups: Word[][] = [];
  let first: Word | undefined;
  for (const word of words.toSorted((one, other) => other.y - one.y)) {
    const group = groups.at(-1);
    if (
      group !== undefined &&
      first !== undefined &&
      first.y - word.y <= sameLine * Math.max(first.size, word.size)
    )
      group.push(word);
    else {
      groups.push([word]);
      first = word;
    }
  }
  return withMarks(groups).map((group) => {
    const weights = new Map<number, number>();
    for (const { size, text } of group) weights.set(size, (weights.get(size) ?? 0) + text.length);
    const size = heaviest(weights) ?? 0;
    const y = group.find((word) => word.size === size)?.y ?? 0;
    return { y, size, pieces: groupIntoPieces(group) };
  });
}

/** Joins pieces line by line. */
export const joinPieces = (pieces: readonly Piece[]): string => {
  const [first, ...others] = pieces;
  if (first !== undefined && others.length === 0) return first.text;
  return groupIntoLines(pieces.flatMap(({ words }) => words))
    .map((line) => toPiece(line.pieces.flatMap(({ words }) => words)).text)
    .join(' ');
};

/** The box around words, with the height of their letters above and below their baselines. */
export const boxAroundWords = (words: readonly Word[]): Box =>
  boxAround(
    words.map(({ left, right, y, size }) => ({
      ...{ left, right },
      ...{ bottom: y - 0.25 * size, top: y + 0.75 * size },
    })),
  );
