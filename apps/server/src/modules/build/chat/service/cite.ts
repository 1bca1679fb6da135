import type { Citation } from '@atelier/contracts/build/chat/chat';
import { createCitationStream, selectQuote } from '@atelier/retrieval/citations';
import { splitSentences } from '@atelier/retrieval/text';
import { positionAt } from '../../../content/search/index.ts';
import type { Answering } from '../../apps/index.ts';
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
  let answer = '';
  let cited = 0;
  const show = function* ({
    text,
    newCitations,
  }: ReturnType<typeof stream.push>): Iterable<Answering.AnswerPart> {
    for (const { index, chunk } of newCitations) {
      const before = answer + text.slice(0, text.indexOf(`[${index}]`));
      cited += 1;
      yield { type: 'citation', citation: citeChunk(index, chunk, question, before) };
    }
    if (text === '') return;
    answer += text;
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
