import type { Citation } from '@atelier/contracts/build/chat/chat';
import { createCitationStream, selectQuote } from '@atelier/retrieval/citations';
import { splitSentences } from '@atelier/retrieval/text';
import { positionAt } from '../../../../content/search/index.ts';
import type { Answering } from '../../../apps/index.ts';
import type { FoundChunk } from './find-chunks.ts';

const longestSentence = 600;

/** Returns the sentence that a marker at the end of `text` follows. */
const lastSentence = (text: string): string =>
  splitSentences(text.slice(-longestSentence)).at(-1)?.text ?? '';

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
    ...positionAt(hit.positions, hit.start + start),
    ...(document.heading === undefined ? {} : { heading: document.heading }),
    quote,
    start: hit.start + start,
    end: hit.start + end,
    edited: hit.edited,
  };
};

/** Renumbers the markers of a text that a model writes, and puts each citation right before its marker. */
export const createCiter = (chunks: readonly FoundChunk[], question: string) => {
  const stream = createCitationStream(chunks);
  /** The end of the text so far, from which citations are made. */
  let end = '';
  let cited = 0;
  const show = function* ({
    text,
    newCitations,
  }: ReturnType<typeof stream.push>): Iterable<Answering.AnswerPart> {
    for (const { index, chunk } of newCitations) {
      const before = end + text.slice(0, text.indexOf(`[${index}]`));
      cited += 1;
      yield { type: 'citation', citation: citeChunk(index, chunk, question, before) };
    }
    if (text === '') return;
    end += text;
    // Only cut now and then, so that little is copied. Without chunks nothing is cited.
    if (chunks.length === 0) end = '';
    else if (end.length > 2 * longestSentence) end = end.slice(-longestSentence);
    yield { type: 'text', text };
  };
  return {
    push: (text: string) => show(stream.push(text)),
    end: () => show(stream.end()),
    /** The number of citations until now. */
    get cited() {
      return cited;
    },
  };
};
