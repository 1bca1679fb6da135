import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import type { TableDocument } from '../../../../../content/documents/declarations.ts';
import type { AnswerPart } from '../../../../apps/declarations.ts';
import type { ComputedAnswer } from '../../../computations.ts';

interface Span {
  start: number;
  end: number;
}

/** A table whose rows can be cited. */
interface CitedTable {
  computed: ComputedAnswer;
  document: TableDocument;
  /** The ids of chunks by the places at which rows begin. */
  chunkIds: ReadonlyMap<number, string>;
}

/** A piece of the answer: text, or the mark of rows, which is left out where there are none. */
type Piece = string | readonly Span[];

const longest = { cell: 200, quote: 1200 };

/** Writes a cell so that Markdown shows it as it is, and so that it cannot be read as the mark of a citation. */
const cellText = (cell: string): string => {
  const text = cell.length > longest.cell ? `${cell.slice(0, longest.cell)}…` : cell;
  return text
    .replace(/[\\`*_<>|~#]/g, '\\$&')
    .replaceAll('[', '&#91;')
    .replaceAll(/\s+/g, ' ')
    .trim();
};

const quoted = (text: string): string => `“${text}”`;

const describeTable = ({ computed: { sheet }, document }: CitedTable): string =>
  sheet === '' ? quoted(document.name) : `${quoted(sheet)} of ${quoted(document.name)}`;

const rowsInWords = (count: number): string => (count === 1 ? '1 row' : `${count.toLocaleString('en')} rows`);

/** Says what was computed and from which rows, so that a reader can judge the figure. */
const basis = (cited: CitedTable): string => {
  const { matched, leftOut } = cited.computed.result;
  const all = cited.computed.rowsOfTable;
  const share =
    matched === all ? `all ${rowsInWords(all)}` : `${matched.toLocaleString('en')} of ${rowsInWords(all)}`;
  const without = leftOut === 0 ? '' : `; ${rowsInWords(leftOut)} without a usable value left out`;
  return `${cellText(cited.computed.words)}. Computed from ${share} of ${cellText(describeTable(cited))}${without}.`;
};

function* tablePieces({ result }: ComputedAnswer): Iterable<Piece> {
  yield `| ${result.columns.map(cellText).join(' | ')} |\n|${result.columns.map(() => '---|').join('')}\n`;
  for (const { cells, spans } of result.rows) {
    // The mark stands in the first cell, because the last one is outside the screen of a phone.
    const [first = '', ...rest] = cells.map(cellText);
    yield `| ${first}`;
    yield spans;
    yield `${rest.map((cell) => ` | ${cell}`).join('')} |\n`;
  }
  if (result.count > result.rows.length)
    yield `\nThese are the first ${result.rows.length} of ${result.count.toLocaleString('en')}.\n`;
}

function* writePieces(cited: CitedTable): Iterable<Piece> {
  const { query, result } = cited.computed;
  const [first] = result.rows;
  const isValue = query.aggregate !== null && query.groupBy.length === 0;
  if (first === undefined) yield `There is no such row in ${cellText(describeTable(cited))}.\n`;
  else if (isValue) {
    yield `**${cellText(first.cells.at(-1) ?? '')}**`;
    yield first.spans;
    yield '\n';
  } else yield* tablePieces(cited.computed);
  yield `\n${basis(cited)}`;
}

const toQuote = ({ document }: CitedTable, { start, end }: Span): string => {
  const part = document.parts.find((each) => each.start <= start && start < each.start + each.text.length);
  return part?.text.slice(start - part.start, Math.min(end, start + longest.quote) - part.start) ?? '';
};

const toCitation = (
  cited: CitedTable,
  [first, ...further]: readonly Span[],
  markAt: number,
): Citation | undefined => {
  const { document, chunkIds, computed } = cited;
  const chunkId = first && chunkIds.get(first.start);
  if (first === undefined || chunkId === undefined) return undefined;
  return {
    index: 1,
    markAt,
    chunkId,
    knowledgeBaseImportId: document.importId,
    documentName: document.name,
    ...(computed.page === null ? {} : { page: computed.page }),
    ...(computed.sheet === '' ? {} : { heading: computed.sheet }),
    quote: toQuote(cited, first),
    ...first,
    ...(further.length === 0 ? {} : { further }),
    edited: false,
  };
};

/** Writes a computed answer: the value or the table, with a mark for the rows of each line, and then what was computed. */
export function* writeTableAnswer(cited: CitedTable): Iterable<AnswerPart> {
  yield { type: 'form', answerKind: 'ANSWER', wordings: [], origin: 'COMPUTED' };
  let length = 0;
  for (const piece of writePieces(cited)) {
    const citation = typeof piece === 'string' ? undefined : toCitation(cited, piece, length + 1);
    if (citation) yield { type: 'citation', citation };
    else if (typeof piece !== 'string') continue;
    const text = typeof piece === 'string' ? piece : ' [1]';
    length += text.length;
    yield { type: 'text', text };
  }
}

/** Returns the places of the rows that an answer cites. */
export const citedPlaces = ({ result }: ComputedAnswer): number[] =>
  result.rows.flatMap(({ spans }) => spans.slice(0, 1).map(({ start }) => start));
