import { splitText } from '../../ui/content/markdown/split-text.ts';

const marker = /\[(\d{1,3})\](?!\()/g;

/** The address that a citation mark becomes, so that the Markdown renderer can hand it back. */
export const citePrefix = '#cite-';

const openMarker = /\s?\[[\d\s,;–-]*$/;
const anyMarker = /\s?\[\d{1,3}\](?!\()/g;

/** Removes an incomplete citation mark from the end of a text that is still arriving. */
export const withoutOpenMarker = (answer: string): string => answer.replace(openMarker, '');

/** Removes all citation marks; used until the code that turns them into links has loaded. */
export const withoutMarkers = (answer: string): string => withoutOpenMarker(answer).replace(anyMarker, '');

/** Turns the marks of known citations into links; marks in code and formulas and unknown numbers stay as they are. */
export const linkCitations = (answer: string, known: ReadonlySet<number>): string =>
  splitText(answer)
    .map(({ kind, source }) =>
      kind === 'text'
        ? source.replace(marker, (all, number: string) =>
            known.has(Number(number)) ? `[${number}](${citePrefix}${number})` : all,
          )
        : source,
    )
    .join('');
