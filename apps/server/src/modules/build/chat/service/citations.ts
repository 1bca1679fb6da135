import type { Citation } from '@atelier/contracts/build/chat/chat';
import { selectQuote, splitSentences } from '@atelier/retrieval';
import { positionAt } from '../../../content/search/index.ts';
import type { FoundChunk } from './find-chunks.ts';

/** Returns the sentence that a marker at the end of `text` follows. */
const lastSentence = (text: string): string => splitSentences(text.slice(-600)).at(-1)?.text ?? '';

/** Makes a citation with the quote that supports the sentence before it, as a span of the document's text. */
export const citeChunk = (
  index: number,
  found: FoundChunk,
  question: string,
  answerSoFar: string,
): Citation => {
  const { hit } = found;
  const { quote, start, end } = selectQuote(question, hit.text, lastSentence(answerSoFar));
  const { document } = hit;
  return {
    index,
    chunkId: hit.chunkId,
    knowledgeBaseImportId: document.knowledgeBaseImportId,
    documentName: document.name,
    ...positionAt(hit.places, hit.start + start),
    ...(document.heading === undefined ? {} : { heading: document.heading }),
    quote,
    start: hit.start + start,
    end: hit.start + end,
    edited: hit.edited,
  };
};
