import { RetrievalError } from '../retrieval-error.ts';
import {
  decodeLexicalSegment,
  type LexicalSegment,
  type Posting,
  packLexicalSegment,
} from './lexical-segment.ts';

/**
 * One segment with the passages of all of them, in the given order; searching it equals searching the parts.
 * `keep` leaves passages out, so that a merge can also forget deleted ones.
 * @throws RetrievalError invalid_input without segments, language_mismatch, or as decodeLexicalSegment.
 */
export function mergeSegments(
  segments: readonly Uint8Array[],
  options: { keep?: (id: string) => boolean } = {},
): Uint8Array {
  const parts = segments.map(decodeLexicalSegment);
  const language = parts[0]?.language;
  if (language === undefined)
    throw new RetrievalError('retrieval.invalid_input', 'There is nothing to merge.');
  const documents: LexicalSegment['documents'] = [];
  const terms = new Map<string, Posting[]>();
  for (const part of parts) {
    if (part.language !== language) {
      throw new RetrievalError('retrieval.language_mismatch', 'Segments of two languages cannot be merged.', {
        first: language,
        other: part.language,
      });
    }
    const renumbered = part.documents.map((document) =>
      options.keep === undefined || options.keep(document.id) ? documents.push(document) - 1 : undefined,
    );
    for (const { term, postings } of part.terms) appendPostings(terms, term, renumber(postings, renumbered));
  }
  return packLexicalSegment({
    language,
    documents,
    terms: [...terms].map(([term, postings]) => ({ term, postings })),
  });
}

function renumber(postings: readonly Posting[], renumbered: ReadonlyArray<number | undefined>): Posting[] {
  return postings.flatMap(({ document, frequency }) => {
    const target = renumbered[document];
    return target === undefined ? [] : [{ document: target, frequency }];
  });
}

function appendPostings(terms: Map<string, Posting[]>, term: string, postings: Posting[]): void {
  if (postings.length === 0) return;
  const known = terms.get(term);
  if (known === undefined) terms.set(term, postings);
  else for (const posting of postings) known.push(posting);
}
