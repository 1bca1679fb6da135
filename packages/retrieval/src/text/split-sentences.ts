/** A sentence of a text: `text === source.slice(start, end)`, without surrounding white space. */
export type Sentence = { text: string; start: number; end: number };

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const abbreviation =
  /(?:^|[\s(["'])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Inc|Ltd|Co|Corp|vs|etc|al|cf|e\.g|i\.e|approx|No|Nr|Fig|Figs|Eq|Sec|Art|Ch|p|pp|vol|ed|eds|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|bzw|ca|z\.B|d\.h|usw)\.\s*$/;
const singleBreak = /([^\n]*[^\n\s])([ \t]*\r?\n[ \t]*)(?=([^\s]))/g;
const listOrTable = /^\s*(?:[-*+•|#>]|\d{1,3}[.)]\s)/;
const terminated = /[.!?:;。！？…|]["')\]”’]*$/;
const wrappedLine = 60;

/**
 * Splits by Unicode's rules (UAX 29), then joins what was cut at an abbreviation (`Dr.`, `e.g.`, `No. 5`) and at the
 * line ends of hard-wrapped text. Headings, list items and table rows stay sentences of their own.
 */
export function splitSentences(source: string): Sentence[] {
  const sentences: Sentence[] = [];
  let open: number | undefined;
  for (const { segment, index } of segmenter.segment(joinWrappedLines(source))) {
    const start = open ?? index;
    const end = index + segment.length;
    if (abbreviation.test(source.slice(Math.max(start, end - 16), end)) && !segment.includes('\n')) {
      open = start;
      continue;
    }
    open = undefined;
    pushTrimmed(sentences, source, { start, end });
  }
  if (open !== undefined) pushTrimmed(sentences, source, { start: open, end: source.length });
  return sentences;
}

/** Same length as the source, so that offsets hold: a line end inside a sentence becomes a space. */
function joinWrappedLines(source: string): string {
  if (!source.includes('\n')) return source;
  let joined = '';
  let written = 0;
  for (const { 0: match, 1: line = '', 2: gap = '', 3: next = '', index } of source.matchAll(singleBreak)) {
    const end = index + match.length;
    const isContinued =
      !terminated.test(line) &&
      !listOrTable.test(source.slice(end, end + 8)) &&
      !/^\s*[|#]| \| /.test(line) &&
      (/\p{Ll}/u.test(next) || line.length >= wrappedLine);
    if (!isContinued) continue;
    joined += source.slice(written, end - gap.length) + ' '.repeat(gap.length);
    written = end;
  }
  return joined + source.slice(written);
}

function pushTrimmed(sentences: Sentence[], source: string, span: { start: number; end: number }): void {
  const raw = source.slice(span.start, span.end);
  const text = raw.trim();
  if (text === '') return;
  const start = span.start + raw.indexOf(text);
  sentences.push({ text, start, end: start + text.length });
}
