/** A position in a list of texts: the index of the text and an offset in it. */
interface TextPosition {
  text: number;
  offset: number;
}

/** The range from the first letter of a match to just after its last letter. */
export interface Found {
  from: TextPosition;
  to: TextPosition;
}

/** The letters and digits of all texts in one string, with the position of each. */
export const readLetters = (texts: readonly string[]): { letters: string; positions: TextPosition[] } => {
  let letters = '';
  const positions: TextPosition[] = [];
  for (const [text, each] of texts.entries()) {
    let offset = 0;
    for (const character of each) {
      for (const unit of character
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '')) {
        letters += unit;
        for (let at = 0; at < unit.length; at++) positions.push({ text, offset });
      }
      offset += character.length;
    }
  }
  return { letters, positions };
};

const shortestPart = 12;

/**
 * The quote itself, then its lines and sentences, longest first; a quote that continues on the next page is only found in
 * parts.
 */
const splitQuote = (quote: string): string[] => {
  const parts = quote.split(/\n+|(?<=[.!?;。])\s+/).toSorted((one, other) => other.length - one.length);
  return [quote, ...parts.filter((part) => part.length >= shortestPart)];
};

/**
 * Finds a quote in the pieces of text that a page is drawn from. Only letters and digits are compared, because
 * spaces, punctuation and line breaks differ between a page and the text that was extracted from it.
 */
export const findQuote = (texts: readonly string[], quote: string): Found | undefined => {
  const { letters, positions } = readLetters(texts);
  for (const part of splitQuote(quote)) {
    const wanted = readLetters([part]).letters;
    const at = wanted === '' ? -1 : letters.indexOf(wanted);
    const from = positions[at];
    const last = positions[at + wanted.length - 1];
    if (from && last) return { from, to: { text: last.text, offset: last.offset + 1 } };
  }
  return undefined;
};

/**
 * Returns the index of the line that shares the most numbers with a quote. This finds a table row whose column names are
 * elsewhere on the page.
 */
export const findRow = (lines: readonly string[], quote: string): number | undefined => {
  const findNumbers = (text: string) => new Set(text.match(/\p{N}[\p{N}.,]*\p{N}|\p{N}/gu));
  const wanted = findNumbers(quote);
  const shared = lines.map((line) => [...findNumbers(line)].filter((each) => wanted.has(each)).length);
  const most = Math.max(0, ...shared);
  return most >= 2 ? shared.indexOf(most) : undefined;
};
