import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { createCitationStream, listMissingFigures, selectQuote } from '@atelier/retrieval/citations';
import { splitSentences } from '@atelier/retrieval/text';
import { positionAt } from '../../content/search/declarations.ts';

const longestSentence = 600;

const marksAtEnd = /(?: ?\[\d{1,3}\])+ ?$/;
const anyMark = /\[\d{1,3}\]/;

/** Returns the sentence that a marker at the end of `text` follows, also where other markers stand between the two. */
const lastSentence = (text: string): string =>
  splitSentences(text.slice(-longestSentence).replace(marksAtEnd, '')).at(-1)?.text ?? '';

/** A mark of a citation in an answer. */
export interface Mark {
  index: number;
  /** The place of the mark in the answer. */
  markAt: number;
  /** The end of the answer before the mark. */
  before: string;
}

/** Makes a citation with the quote that supports the sentence before its mark, as a span of the document's text. */
export const citeChunk = (
  { hit }: { hit: RetrievalResult },
  question: string,
  { index, markAt, before }: Mark,
): Citation => {
  const sentence = lastSentence(before);
  const { quote, start, end } = selectQuote(question, hit.text, sentence);
  const { document } = hit;
  // The words before an earlier mark of the sentence belong to that mark.
  const statement = sentence.split(anyMark).at(-1) ?? '';
  const evidence = [document.name, document.heading ?? '', hit.text].join('\n');
  const missingFigures = listMissingFigures(statement, evidence, question);
  return {
    index,
    markAt,
    chunkId: hit.chunkId,
    knowledgeBaseImportId: document.knowledgeBaseImportId,
    documentName: document.name,
    ...positionAt(hit.positions, hit.start + start),
    ...(document.heading === undefined ? {} : { heading: document.heading }),
    quote,
    start: hit.start + start,
    end: hit.start + end,
    edited: hit.edited,
    ...(missingFigures.length > 0 && { missingFigures }),
  };
};

/** A part of a cited answer. */
type CitedPart = { type: 'text'; text: string } | { type: 'citation'; citation: Citation };

/** True for a mark that repeats a number for the same quote, which needs no citation of its own. */
const isRepeated = (first: Citation | undefined, { start, end, missingFigures }: Citation): boolean =>
  first?.start === start &&
  first.end === end &&
  first.missingFigures === undefined &&
  missingFigures === undefined;

/** Makes the citation of a chunk for a mark. */
type Cite<Chunk> = (chunk: Chunk, mark: Mark) => Citation;

/**
 * Renumbers the markers of a text that a model writes, and puts each citation right before its marker. Marker `[n]` means
 * `chunks[n - 1]`, which may be added while the text is written.
 */
export const createCiter = <Chunk>(chunks: readonly Chunk[], cite: Cite<Chunk>) => {
  const stream = createCitationStream(chunks);
  /** The end of the text so far, from which citations are made. */
  let end = '';
  let length = 0;
  /** The first citation of each number; undefined until there is one. */
  let firsts: Map<number, Citation> | undefined;
  /** The figures that none of the sources of the latest marks in a row says. */
  let missing: string[] = [];
  const show = function* ({ text, citations }: ReturnType<typeof stream.push>): Iterable<CitedPart> {
    for (const { index, chunk, at } of citations) {
      const mark = { index, markAt: length + at, before: end + text.slice(0, at) };
      const { missingFigures = [], ...cited } = cite(chunk, mark);
      const earlier = marksAtEnd.test(mark.before) ? missing : undefined;
      missing = earlier ? missingFigures.filter((figure) => earlier.includes(figure)) : missingFigures;
      const citation = missing.length === 0 ? cited : { ...cited, missingFigures: missing };
      firsts ??= new Map();
      const first = firsts.get(index);
      firsts.set(index, first ?? citation);
      if (!isRepeated(first, citation)) yield { type: 'citation', citation };
    }
    if (text === '') return;
    length += text.length;
    end += text;
    // Only cut now and then, so that little is copied. Without chunks nothing is cited.
    if (chunks.length === 0) end = '';
    else if (end.length > 2 * longestSentence) end = end.slice(-longestSentence);
    yield { type: 'text', text };
  };
  return {
    push: (text: string) => show(stream.push(text)),
    end: () => show(stream.end()),
    /** The number of sources that are cited until now. */
    get cited() {
      return firsts?.size ?? 0;
    },
  };
};
