import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { findCitation } from '@atelier/contracts/assistants/chat/citations';
import { splitText } from '../../ui/content/markdown/split-text.ts';

const marker = /\[(\d{1,3})\](?!\()/g;

/** The beginning of the address that a citation mark becomes, so that the Markdown renderer can hand it back. */
const citePrefix = '#cite-';

/** Finds the citation to which the address of a mark leads. */
export const findLinkedCitation = (href: string, citations: readonly Citation[]): Citation | undefined =>
  href.startsWith(citePrefix) ? citations[Number(href.slice(citePrefix.length))] : undefined;

const openMarker = /\s?\[[\d\s,;–-]*$/;
const anyMarker = /\s?\[\d{1,3}\](?!\()/g;

/** Removes an incomplete citation mark from the end of a text that is still arriving. */
export const withoutOpenMarker = (answer: string): string => answer.replace(openMarker, '');

/** Removes all citation marks; used until the code that turns them into links has loaded. */
export const withoutMarkers = (answer: string): string => withoutOpenMarker(answer).replace(anyMarker, '');

/** Turns the marks of known citations into links; marks in code and formulas and unknown numbers stay as they are. */
export const linkCitations = (answer: string, citations: readonly Citation[]): string => {
  let end = 0;
  return splitText(answer)
    .map(({ kind, source }) => {
      const start = end;
      end += source.length;
      if (kind !== 'text') return source;
      return source.replace(marker, (all, number: string, at: number) => {
        const citation = findCitation(citations, { index: Number(number), markAt: start + at });
        return citation ? `[${number}](${citePrefix}${citations.indexOf(citation)})` : all;
      });
    })
    .join('');
};
