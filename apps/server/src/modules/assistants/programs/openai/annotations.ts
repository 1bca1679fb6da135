import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { findCitation } from '@atelier/contracts/assistants/chat/citations';

/** The address at which the key that asked can read the text around a citation. */
export interface AnswerAddress {
  origin: string;
  appId: string;
  queryId: string;
}

/** A citation of Open Responses. The fields after `end_index` are ours. */
export interface UrlCitation {
  type: 'url_citation';
  url: string;
  title: string;
  /** The span of the marker in the text: from its first character to the one behind its last. */
  start_index: number;
  end_index: number;
  quote: string;
  document_id: string;
  chunk_id: string;
  page?: number;
  second?: number;
  heading?: string;
}

const describePosition = ({ page, second }: Citation): string => {
  if (page !== undefined) return `, page ${page}`;
  return second === undefined ? '' : `, second ${second}`;
};

const sourceUrl = ({ origin, appId, queryId }: AnswerAddress, { index, markAt }: Citation): string => {
  const query = new URLSearchParams({ appId, queryId, index: String(index) });
  if (markAt !== undefined) query.set('markAt', String(markAt));
  return `${origin}/api/content/chat/source?${query.toString()}`;
};

/** Makes the annotation of a citation whose marker begins at `start`. */
export const toAnnotation = (url: string, citation: Citation, start: number): UrlCitation => ({
  type: 'url_citation',
  url,
  title: `${citation.documentName}${describePosition(citation)}`,
  start_index: start,
  end_index: start + `[${citation.index}]`.length,
  quote: citation.quote,
  document_id: citation.knowledgeBaseImportId,
  chunk_id: citation.chunkId,
  ...(citation.page === undefined ? {} : { page: citation.page }),
  ...(citation.second === undefined ? {} : { second: citation.second }),
  ...(citation.heading === undefined ? {} : { heading: citation.heading }),
});

/** Finds the markers of an answer in its text while it arrives. A marker arrives whole, and after its citation. */
export class Annotations {
  readonly all: UrlCitation[] = [];
  readonly #address: AnswerAddress;
  readonly #citations: Citation[] = [];
  #length = 0;

  constructor(address: AnswerAddress) {
    this.#address = address;
  }

  addCitation(citation: Citation): void {
    this.#citations.push(citation);
  }

  /** Returns the annotations of the next piece of text. */
  addText(text: string): UrlCitation[] {
    const found = [...text.matchAll(/\[(\d{1,4})\]/g)].flatMap(({ 1: number, index }) => {
      const markAt = this.#length + index;
      const citation = findCitation(this.#citations, { index: Number(number), markAt });
      return citation ? [toAnnotation(sourceUrl(this.#address, citation), citation, markAt)] : [];
    });
    this.#length += text.length;
    this.all.push(...found);
    return found;
  }
}

/** Returns the annotations of a stored answer. */
export const annotate = (
  address: AnswerAddress,
  { answer, citations }: { answer: string; citations: readonly Citation[] },
): UrlCitation[] => {
  const annotations = new Annotations(address);
  for (const citation of citations) annotations.addCitation(citation);
  return annotations.addText(answer);
};

/** Returns an annotation as chat completions nest it. */
export const nested = ({ type, ...citation }: UrlCitation) => ({ type, url_citation: citation });
