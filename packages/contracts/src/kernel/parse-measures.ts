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
