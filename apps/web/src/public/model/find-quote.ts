/** A position in a list of texts: the index of the text and an offset in it. */
interface TextPosition {
  text: number;
  offset: number;
}

/** From the first letter of what was found to behind its last one. */
export interface Found {
  from: TextPosition;
  to: TextPosition;
}

/** The letters and digits of texts, one after the other, with where each stands. */
const lettersOf = (texts: readonly string[]): { letters: string; places: TextPosition[] } => {
  let letters = '';
  const places: TextPosition[] = [];
  for (const [text, each] of texts.entries()) {
    let offset = 0;
    for (const character of each) {
      for (const unit of character
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '')) {
        letters += unit;
        for (let at = 0; at < unit.length; at++) places.push({ text, offset });
      }
      offset += character.length;
    }
  }
  return { letters, places };
};

const shortestPart = 12;

/** The quote, then its lines and sentences, longest first: one of them may go over the end of a page. */
const partsOf = (quote: string): string[] => {
  const parts = quote.split(/\n+|(?<=[.!?;。])\s+/).toSorted((one, other) => other.length - one.length);
  return [quote, ...parts.filter((part) => part.length >= shortestPart)];
};

/**
 * Where a quote stands in the pieces of text that a page is drawn from. Only letters and digits are compared, because
 * spaces, marks and lines differ between a page and the text that was read from it.
 */
export const findQuote = (texts: readonly string[], quote: string): Found | undefined => {
  const { letters, places } = lettersOf(texts);
  for (const part of partsOf(quote)) {
    const wanted = lettersOf([part]).letters;
    const at = wanted === '' ? -1 : letters.indexOf(wanted);
    const from = places[at];
    const last = places[at + wanted.length - 1];
    if (from && last) return { from, to: { text: last.text, offset: last.offset + 1 } };
  }
  return undefined;
};

/** The line that shares most numbers with a quote: a row, whose column names stand elsewhere on its page. */
export const findRow = (lines: readonly string[], quote: string): number | undefined => {
  const numbersOf = (text: string) => new Set(text.match(/\p{N}[\p{N}.,]*\p{N}|\p{N}/gu));
  const wanted = numbersOf(quote);
  const shared = lines.map((line) => [...numbersOf(line)].filter((each) => wanted.has(each)).length);
  const most = Math.max(0, ...shared);
  return most >= 2 ? shared.indexOf(most) : undefined;
};
