/** A sentence of a text: `text === source.slice(start, end)`, without surrounding white space. */
export type Sentence = { text: string; start: number; end: number };

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
const abbreviation =
  /(?:^|[\s(["'])(?:[A-Z]|Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Inc|Ltd|Co|Corp|vs|etc|al|cf|e\.g|i\.e|approx|No|Nr|Fig|Figs|Eq|Sec|Art|Ch|p|pp|vol|ed|eds|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|bzw|ca|z\.B|d\.h|usw)\.\s*$/;
const listOrTable = /^\s*(?:[-*+•|#>]|\d{1,3}[.)]\s)/;
const terminated = /[.!?:;。！？…|]["')\]”’]*$/;
const wrappedLine = 60;

/**
 * Splits by Unicode's rules (UAX 29), then rejoins sentences that were split at an abbreviation (`Dr.`, `e.g.`, `No. 5`) or at the
 * line ends of hard-wrapped text. Headings, list items and table rows are sentences of their own.
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

/** A line: leading white space, text, trailing white space. */
type Line = { lead: string; body: string; trail: string };

/**
 * Replaces a line end inside a sentence by a space, so that offsets stay valid. Each line is compared with the previous one only,
 * so that the time is linear.
 */
function joinWrappedLines(source: string): string {
  const lines = source.split('\n').map(splitLine);
  if (lines.length === 1) return source;
  let joined = '';
  let isInside = false;
  for (const [at, { lead, body, trail }] of lines.entries()) {
    const next = lines[at + 1];
    joined += (isInside ? ' '.repeat(lead.length) : lead) + body;
    isInside = next !== undefined && isContinued(body, next.body);
    if (next) joined += isInside ? ' '.repeat(trail.length + 1) : `${trail}\n`;
    else joined += trail;
  }
  return joined;
}

function splitLine(line: string): Line {
  const body = line.trim();
  const lead = body === '' ? '' : line.slice(0, line.length - line.trimStart().length);
  return { lead, body, trail: line.slice(lead.length + body.length) };
}

/** Returns true when a sentence continues from one line to the next. */
function isContinued(line: string, next: string): boolean {
  return (
    line !== '' &&
    next !== '' &&
    !terminated.test(line) &&
    !listOrTable.test(next.slice(0, 8)) &&
    !/^[|#]| \| /.test(line) &&
    (/^\p{Ll}/u.test(next) || line.length >= wrappedLine)
  );
}

function pushTrimmed(sentences: Sentence[], source: string, span: { start: number; end: number }): void {
  const raw = source.slice(span.start, span.end);
  const text = raw.trim();
  if (text === '') return;
  const start = span.start + raw.indexOf(text);
  sentences.push({ text, start, end: start + text.length });
}
