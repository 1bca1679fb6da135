import type { Chunk } from '../../prompts/chunk.ts';

const word = /[\p{L}\p{N}][\p{L}\p{N}./-]*[\p{L}\p{N}]/gu;
/** Times and spans of time are written in many ways, and say when. */
const time = /^\d{1,4}[./-]\d{1,4}(?:[./-]\d{1,4})?$/;
/** A figure with its unit or its ending: 1990s, 120km, 2500.5kg. */
const quantity = /^\d+(?:\.\d+)?\p{L}{0,3}$/u;
const fewestDigits = 3;

const compact = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Returns the numbers of documents, things and people in a text, without separators: `r20260417`. */
const listIdentifiers = (text: string): string[] =>
  [...text.matchAll(word)]
    .map(([each]) => each)
    .filter((each) => (each.match(/\d/g)?.length ?? 0) >= fewestDigits)
    .filter((each) => !time.test(each) && !quantity.test(each))
    .map(compact);

/** Returns true for a question about something with a number of its own that stands in none of the chunks, nor in the names of their documents. */
export const asksForUnknown = (question: string, chunks: readonly Chunk[]): boolean => {
  const identifiers = listIdentifiers(question);
  if (identifiers.length === 0 || chunks.length === 0) return false;
  const said = chunks.map(({ documentName, heading, text }) =>
    compact(`${documentName} ${heading ?? ''} ${text}`),
  );
  return identifiers.some((identifier) => !said.some((text) => text.includes(identifier)));
};
