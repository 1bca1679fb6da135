import { cleanText } from '../clean-text.ts';
import type { Chunk } from './chunk.ts';

/** Replaces the bracket of our own tags inside a text, so that the text cannot end itself or begin another. */
export const untagged = (text: string): string =>
  text.replace(/<(?=\s*(?:\/\s*)?(chunks?|instructions|background|earlier)\b)/gi, '‹');

/** Returns a text on one line, for a place beside the chunks. */
export const oneLine = (text: string): string =>
  untagged(cleanText(text))
    .replace(/["\n\t]+/g, ' ')
    .slice(0, 200)
    .trim();

/** Quotes a chunk between numbered tags that its text cannot close. */
export const quoteChunk = ({ index, documentName, page, text }: Chunk): string => {
  const place = page === undefined ? '' : ` page="${page}"`;
  return `<chunk number="${index}" document="${oneLine(documentName)}"${place}>\n${untagged(cleanText(text))}\n</chunk>`;
};
