import type { Block } from '../block.ts';
import { tableBlocks } from '../tables/table-blocks.ts';
import { readLines } from './lines.ts';
import { loadEntities, unescapeMarkdown } from './markdown-marks.ts';
import type { Parser } from './source.ts';
import { readTextChunks } from './text-file.ts';

const lineCharacters = 16_000;
const blockCharacters = 16_000;

/** Parses Markdown (CommonMark and GitHub tables): headings, paragraphs, lists, code fences, tables, front matter. */
export const parseMarkdown: Parser = async function* (source) {
  yield* readBlocks(readTextChunks(source));
};

/** Returns the blocks of a text in Markdown. */
export const markdownBlocks = (text: string): AsyncIterable<Block> => readBlocks(whole(text));

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}

async function* readBlocks(chunks: AsyncIterable<string>): AsyncGenerator<Block> {
  const reader = new MarkdownReader();
  let place: Pick<Block, 'page' | 'second'> = {};
  for await (const line of readLines(chunks, lineCharacters)) {
    if (line.includes('&')) await loadEntities();
    const next = placeIn(line);
    // The beginning of a page ends the block before it.
    for (const block of next === undefined ? reader.line(line) : reader.end()) yield { ...block, ...place };
    place = next ?? place;
  }
  for (const block of reader.end()) yield { ...block, ...place };
}

const pageMark = /^<!-- page ([1-9]\d{0,5}) -->\s*$/;
const timeMark = /^<!-- at (?:(\d{1,3}):)?(\d{1,2}):(\d\d) -->\s*$/;

/** Recognises the mark for a new page or a time in a text that was exported from pages or a recording and edited by hand. */
function placeIn(line: string): { page: number } | { second: number } | undefined {
  const page = pageMark.exec(line)?.[1];
  if (page !== undefined) return { page: Number(page) };
  const time = timeMark.exec(line);
  if (time === null) return undefined;
  const [, hours = 0, minutes, seconds] = time;
  return { second: 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds) };
}

type Held = { kind: 'paragraph' | 'list' | 'table' | 'code' | 'front'; lines: string[]; fence: string };

/** Accepts lines and returns the blocks that they complete. */
class MarkdownReader {
  #held: Held | null = null;
  #characters = 0;
  #first = true;

  *line(line: string): Generator<Block> {
    const start = this.#first;
    this.#first = false;
    const held = this.#held;
    if (start && /^---\s*$/.test(line)) this.#held = { kind: 'front', lines: [], fence: '' };
    else if (held?.kind === 'code' || held?.kind === 'front') yield* this.#inside(held, line);
    else yield* this.#outside(line);
  }

  *end(): Generator<Block> {
    const done = this.#held;
    this.#held = null;
    this.#characters = 0;
    if (done !== null) yield* finish(done);
  }

  *#inside(open: Held, line: string): Generator<Block> {
    const ends = open.kind === 'front' ? /^(---|\.\.\.)\s*$/.test(line) : closesFence(line, open.fence);
    if (ends) {
      yield* this.end();
      return;
    }
    if (this.#characters > blockCharacters) {
      yield* finish(open);
      open.lines = [];
      this.#characters = 0;
    }
    this.#hold(open.kind, line);
  }

  *#outside(line: string): Generator<Block> {
    const fence = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      yield* this.end();
      this.#held = { kind: 'code', lines: [], fence };
      return;
    }
    const heading = parseHeading(line);
    if (heading !== null) {
      yield* this.end();
      yield heading;
      return;
    }
    const underline = /^ {0,3}(=+|-{2,})[ \t]*$/.exec(line)?.[1];
    if (underline !== undefined && this.#held?.kind === 'paragraph') {
      const text = plainInline(this.#held.lines.join(' '));
      this.#held = null;
      yield { kind: 'heading', text, level: underline.startsWith('=') ? 1 : 2 };
      return;
    }
    yield* this.#flowing(line);
  }

  *#flowing(line: string): Generator<Block> {
    const held = this.#held;
    const rule = /^ {0,3}([-*_])[ \t]*(\1[ \t]*){2,}$/.test(line);
    if (line.trim() === '' && held?.kind === 'list') held.lines.push('');
    else if (line.trim() === '' || rule) yield* this.end();
    else {
      if (held?.kind === 'paragraph' && isDelimiterRow(line)) yield* this.#beginTable(held);
      const kind = detectLineKind(line, this.#held);
      yield* this.#endUnless(kind);
      this.#hold(kind, kind === 'paragraph' ? line.replace(/^ {0,3}> ?/, '') : line);
    }
  }

  /** Ends a block of another kind, or one that is long. */
  *#endUnless(kind: Held['kind']): Generator<Block> {
    const held = this.#held;
    if (held !== null && (held.kind !== kind || this.#characters > blockCharacters)) yield* this.end();
  }

  /** Makes the last line of a paragraph the names of a table, whose rows need no bars at their ends. */
  *#beginTable(held: Held): Generator<Block> {
    const names = held.lines.pop() ?? '';
    if (held.lines.length > 0) yield* this.end();
    this.#held = null;
    this.#hold('table', names);
  }

  #hold(kind: Held['kind'], line: string): void {
    this.#held ??= { kind, lines: [], fence: '' };
    this.#held.lines.push(line);
    this.#characters += line.length;
  }
}

/** Parses a heading: up to six marks, its text, and optional closing marks. */
function parseHeading(line: string): Block | null {
  const [all, marks = ''] = /^ {0,3}(#{1,6})(?![^ \t])/.exec(line) ?? [];
  if (all === undefined) return null;
  const words = line
    .slice(all.length)
    .trim()
    .replace(/(?:^|[ \t])#+$/, '');
  return { kind: 'heading', text: plainInline(words.trimEnd()), level: marks.length };
}

/** Returns true for the row of dashes below the names of a table of several columns. */
const isDelimiterRow = (line: string): boolean =>
  line.includes('|') && line.includes('-') && /^[\s|:-]+$/.test(line);

function detectLineKind(line: string, held: Held | null): Held['kind'] {
  if (/^\s*([-*+]|\d{1,9}[.)])[ \t]+\S/.test(line)) return 'list';
  if (held?.kind === 'list' && (/^\s{2,}/.test(line) || held.lines.at(-1) !== '')) return 'list';
  if (/^\s*\|.*\|\s*$/.test(line) || (held?.kind === 'table' && line.includes('|'))) return 'table';
  return 'paragraph';
}

function* finish(held: Held): Generator<Block> {
  if (held.kind === 'table') {
    const rows = held.lines.filter((line) => !/^[\s|:-]+$/.test(line)).map(splitTableCells);
    yield* tableBlocks(rows, {}, { hasNames: rows.length < held.lines.length });
    return;
  }
  const text = held.lines.join('\n');
  if (held.kind === 'code') yield { kind: 'code', text };
  else if (held.kind === 'front') yield { kind: 'paragraph', text };
  else yield { kind: held.kind, text: plainInline(text) };
}

function splitTableCells(line: string): string[] {
  const inner = line.trim().replace(/^\|/, '').replace(/\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => plainInline(cell.replaceAll('\\|', '|').trim()));
}

function closesFence(line: string, fence: string): boolean {
  const close = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return close?.startsWith(fence) ?? false;
}

/** Keeps the text of emphasis and links, and removes embedded images and comments. */
function plainInline(text: string): string {
  const shown = withoutComments(text);
  // Behind the last bracket no picture can end, so that nothing is looked for there.
  const end = shown.lastIndexOf(')') + 1;
  const pictures = shown.slice(0, end).replace(/!\[([^[\]]*)\]\([^)]*\)/g, '$1');
  return unescapeMarkdown((pictures + shown.slice(end)).replace(/\*\*([^*\n]+)\*\*/g, '$1')).trim();
}

function withoutComments(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', start + 4);
    if (end < 0) break;
    kept.push(text.slice(from, start));
    from = end + 3;
  }
  return kept.join('') + text.slice(from);
}
