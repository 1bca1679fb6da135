/** Digits with the marks that group them or begin their decimals: 1,234.5 and 1 234,5 and 1'234.50. */
const figure = /\d(?:[.,'’\u00a0\u202f]?\d)*/g;

/** A date in digits, whose month may be a word in the text that it comes from. */
const date = /\b(\d{4})-\d{1,2}-(\d{1,2})\b/g;

/** The number of an item at the beginning of a line. */
const itemNumber = /^[ \t]*\d{1,3}[.)]\s/gm;

/** Letters that belong to the digits beside them make a name of them: A4, 3D, ISO9001. */
const isNamed = (text: string, start: number, end: number): boolean =>
  /\p{L}/u.test(text.slice(Math.max(0, start - 1), start)) ||
  /^\p{L}{2}|^\p{Lu}/u.test(text.slice(end, end + 2));

/** The most digits of a figure that are compared; what is longer is a number of something. */
const mostDigits = 40;

/** Returns the digits that count: without separators, zeros in front, and zeros at the end. */
const significant = (written: string): string => {
  const digits = written.replaceAll(/\D/g, '').replace(/^0+/, '').slice(0, mostDigits);
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
};

interface Figure {
  written: string;
  digits: string;
}

const listFigures = (text: string): Figure[] => {
  const plain = text.normalize('NFKC').replaceAll(date, '$1 $2').replaceAll(itemNumber, ' ');
  return [...plain.matchAll(figure)]
    .filter(({ 0: written, index }) => !isNamed(plain, index, index + written.length))
    .map(([written]) => ({ written, digits: significant(written) }));
};

/** Returns the first `length` digits of a number, rounded. */
const roundTo = (digits: string, length: number): string => {
  const next = digits.charCodeAt(length) - 48;
  const kept = digits.slice(0, length);
  return significant(next >= 5 ? String(BigInt(kept) + 1n) : kept);
};

/** The fewest digits of a figure that may be a rounded form of another: 4.21 million for 4,213,900. */
const fewestRounded = 2;

const says = (evidence: readonly Figure[], { digits }: Figure): boolean =>
  evidence.some(
    (other) =>
      other.digits === digits ||
      (digits.length >= fewestRounded &&
        other.digits.length > digits.length &&
        roundTo(other.digits, digits.length) === digits),
  );

/**
 * Returns the figures of a statement, as they are written, that stand neither in the evidence nor in the question, each once. Figures are
 * compared by their digits, so that other separators, units of thousands and rounding make no difference. Numbers below ten and the
 * numbers of items are left out, because they count what the text lists.
 */
export const listMissingFigures = (statement: string, evidence: string, question = ''): string[] => {
  const stated = listFigures(statement).filter(({ written }) => /\d\D*\d/.test(written.replace(/^0+/, '')));
  if (stated.length === 0) return [];
  const known = listFigures(`${evidence}\n${question}`);
  return [...new Set(stated.filter((each) => !says(known, each)).map(({ written }) => written))];
};
