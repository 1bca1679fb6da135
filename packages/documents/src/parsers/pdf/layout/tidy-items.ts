import { measureFontSize, type PdfItem } from '../pdf-lines.ts';

/** A text that is drawn twice, this share of its font size apart at most, is drawn once in bold or with a shadow. */
const shifted = 0.12;

/** Leaves out texts that are drawn again over themselves. */
function withoutDoubles(items: readonly PdfItem[]): PdfItem[] {
  const last = new Map<string, PdfItem>();
  return items.map((item) => {
    if (item.str.trim() === '') return item;
    const before = last.get(item.str);
    last.set(item.str, item);
    if (before === undefined) return item;
    const [, , , , x = 0, y = 0] = item.transform;
    const [, , , , left = 0, baseline = 0] = before.transform;
    const isDouble = Math.max(Math.abs(x - left), Math.abs(y - baseline)) <= shifted * measureFontSize(item);
    return isDouble ? { ...item, str: '', width: 0 } : item;
  });
}

/** Single characters with a space between every two of them. */
const spaced = /^\S(?: \S)+$/u;
const vowel = /[aeiouyäöüáéíóúàèìòùâêîôûæøå]|[^\p{Script=Latin}\p{N}\p{P}\p{S}\s]/iu;
const leastLetters = 4;

/** Returns true for a word whose letters are set apart, and not for a row of marks or names such as `A B C D`. */
function isSpacedWord(str: string): boolean {
  if (!spaced.test(str)) return false;
  const letters = str.match(/\p{L}/gu) ?? [];
  const isSequence = letters.every(
    (letter, at) => at === 0 || (letter.codePointAt(0) ?? 0) === (letters[at - 1]?.codePointAt(0) ?? 0) + 1,
  );
  return letters.length >= leastLetters && !isSequence && new Set(letters).size > 2 && vowel.test(str);
}

/** Closes words whose letters are set apart, such as `H E A D I N G`, and the short words beside them. */
function withoutLetterSpacing(items: readonly PdfItem[]): PdfItem[] {
  const closed = [...items];
  let from = 0;
  for (const [at, { str, hasEOL }] of items.entries()) {
    const isEnd = hasEOL || at === items.length - 1;
    if (!isEnd) continue;
    const line = items.slice(from, at + 1);
    const words = line.filter((item) => item.str.trim() !== '');
    if (str !== '' || words.length > 0) {
      const isSpaced =
        words.some((item) => isSpacedWord(item.str)) &&
        words.every((item) => spaced.test(item.str) || item.str.length === 1);
      if (isSpaced)
        for (const [offset, item] of line.entries())
          closed[from + offset] = spaced.test(item.str)
            ? { ...item, str: item.str.replaceAll(' ', '') }
            : item;
    }
    from = at + 1;
  }
  return closed;
}

/** Mends texts whose letters a file draws twice or sets apart. The items keep their places in the list. */
export const tidyItems = (items: readonly PdfItem[]): PdfItem[] =>
  withoutLetterSpacing(withoutDoubles(items));
