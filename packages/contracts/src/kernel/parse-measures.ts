/**
 * Finds what may be a number that a double cannot hold, inside texts as well, but not inside ids, of which many have an `e` between two
 * digits. Every number of fewer characters has at most 15 digits.
 */
const longNumber = /[\d.]{16}|(?<!\w)\d[\d.]*[eE][-+]?\d/;

/** True when a text of JSON may have a number that a double cannot hold. */
export const hasLongNumber = (text: string): boolean => longNumber.test(text);

/**
 * Parses JSON of which a double holds every number: vectors, scores and times, and what this product wrote itself for its own page. It is
 * small, because the first screen loads it. Undefined when the text is not valid.
 */
export const parseMeasures = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
