import type { Chart } from '../charts.ts';
import { ItemCounter, type Lists } from './numbering.ts';
import { type Paragraph, rewriteParagraph, textElement } from './rewrite-paragraph.ts';
import { readSymbol } from './symbols.ts';
import { isOn, type WordStyle } from './word-styles.ts';
import { Edits, escapeXml, listTags, readAttribute, type Tag } from './xml-tags.ts';

/** The other parts of a document, as far as they say something about its texts. */
export interface WordContext {
  lists: Lists;
  findStyle: (id: string | undefined) => WordStyle;
  /** Returns the chart that a relation of the text names. */
  findChart?: (relation: string) => Chart | undefined;
}

interface Run {
  /** The place behind the properties. */
  from: number;
  style: string | undefined;
  vanish: boolean | undefined;
  /** Contains a mark of a field, without which the rest of the field would be lost. */
  isField: boolean;
  hasText: boolean;
}

interface Ruby {
  start: number;
  text: string;
  isBase: boolean;
}

/** A paragraph with more charts is not written by a program for people. */
const mostCharts = 100;

const paragraphElement = (text: string): string => `<w:p><w:r>${textElement(escapeXml(text))}</w:r></w:p>`;

/** Writes a chart as a table below its title. */
const writeChart = ({ title, rows }: Chart): string => {
  const cells = (row: readonly string[]): string =>
    row.map((text) => `<w:tc>${paragraphElement(text)}</w:tc>`).join('');
  const table = rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join('');
  return `${title === '' ? '' : paragraphElement(title)}${table === '' ? '' : `<w:tbl>${table}</w:tbl>`}`;
};

type Handlers = Readonly<Record<string, (tag: Tag) => void>>;

/**
 * Rewrites a text of a Word document so that it says in plain runs what Word shows: the numbers of lists and headings, hyphens, symbols, and the base
 * of ruby. Headings get the styles of English documents. Hidden text is left out.
 */
class TextRewriter {
  readonly #xml: string;
  readonly #context: WordContext;
  readonly #items: ItemCounter;
  readonly #edits = new Edits();
  readonly #path: string[] = [];
  readonly #paragraphs: Paragraph[] = [];
  readonly #runs: Run[] = [];
  #ruby: Ruby | undefined;
  #fallbacks = 0;
  #textFrom = 0;
  /** The charts in the open paragraphs, which stand behind them. */
  #charts: Chart[] = [];
  hidesText = false;

  constructor(xml: string, context: WordContext) {
    this.#xml = xml;
    this.#context = context;
    this.#items = new ItemCounter(context.lists, (style) => context.findStyle(style).list);
  }

  rewrite(): string {
    for (const tag of listTags(this.#xml)) {
      if (tag.kind === 'close') {
        this.#path.pop();
        if (Object.hasOwn(this.#closers, tag.name)) this.#closers[tag.name]?.(tag);
      } else {
        this.#open(tag);
        if (tag.kind === 'open') this.#path.push(tag.name);
      }
    }
    return this.#edits.apply(this.#xml);
  }

  #value(tag: Tag): string | undefined {
    return readAttribute(this.#xml, tag, 'w:val');
  }

  #open(tag: Tag): void {
    const parent = this.#path.at(-1);
    if (parent === 'w:pPr' || parent === 'w:numPr') this.#readParagraphProperty(tag, parent);
    else if (parent === 'w:rPr') this.#readRunProperty(tag);
    else if (Object.hasOwn(this.#openers, tag.name)) this.#openers[tag.name]?.(tag);
  }

  readonly #openers: Handlers = {
    'w:p': ({ kind }) => {
      if (kind === 'open') this.#paragraphs.push({});
    },
    'w:r': ({ kind, end }) => {
      if (kind === 'empty') return;
      this.#runs.push({ from: end, style: undefined, vanish: undefined, isField: false, hasText: false });
    },
    'w:t': ({ end }) => {
      const run = this.#runs.at(-1);
      if (run) run.hasText = true;
      this.#textFrom = end;
    },
    'w:fldChar': () => this.#markField(),
    'w:instrText': () => this.#markField(),
    'w:noBreakHyphen': (tag) => this.#replace(tag, '-'),
    'w:sym': (tag) => this.#replace(tag, this.#readSymbol(tag)),
    'w:ruby': ({ kind, start }) => {
      if (kind === 'open') this.#ruby ??= { start, text: '', isBase: false };
    },
    'w:rubyBase': () => {
      if (this.#ruby) this.#ruby.isBase = true;
    },
    'mc:Fallback': ({ kind }) => {
      if (kind === 'open') this.#fallbacks++;
    },
    'c:chart': (tag) => {
      const relation = readAttribute(this.#xml, tag, 'r:id');
      const chart = relation === undefined ? undefined : this.#context.findChart?.(relation);
      if (chart && this.#charts.length < mostCharts) this.#charts.push(chart);
    },
  };

  #markField(): void {
    const run = this.#runs.at(-1);
    if (run) run.isField = true;
  }

  #replace({ kind, start, end }: Tag, text: string): void {
    if (kind === 'empty') this.#edits.replace({ start, end, text: textElement(escapeXml(text)) });
  }

  #readSymbol(tag: Tag): string {
    const font = readAttribute(this.#xml, tag, 'w:font') ?? '';
    return readSymbol(font, readAttribute(this.#xml, tag, 'w:char') ?? '');
  }

  /** Former properties stand in an element of their own, and are not those of the paragraph. */
  #readParagraphProperty(tag: Tag, parent: string): void {
    const paragraph = this.#paragraphs.at(-1);
    const owner = this.#path.at(parent === 'w:pPr' ? -2 : -3);
    if (paragraph === undefined || owner !== 'w:p') return;
    const range = { start: tag.start, end: tag.end };
    if (parent === 'w:numPr') {
      if (tag.name === 'w:ilvl') paragraph.level = this.#value(tag);
      if (tag.name === 'w:numId') paragraph.list = this.#value(tag);
    } else if (tag.name === 'w:pStyle') {
      paragraph.style = this.#value(tag);
      paragraph.styleAt = range;
    } else if (tag.name === 'w:outlineLvl') paragraph.outline = this.#value(tag);
    else if (tag.name === 'w:numPr') paragraph.listAt = range;
  }

  #readRunProperty(tag: Tag): void {
    const run = this.#runs.at(-1);
    if (run === undefined || this.#path.at(-2) !== 'w:r') return;
    if (tag.name === 'w:rStyle') run.style = this.#value(tag);
    if (tag.name === 'w:vanish') run.vanish = isOn(this.#value(tag));
  }

  readonly #closers: Handlers = {
    'w:p': ({ end }) => {
      this.#paragraphs.pop();
      if (this.#paragraphs.length > 0 || this.#charts.length === 0) return;
      this.#edits.replace({ start: end, end, text: this.#charts.map(writeChart).join('') });
      this.#charts = [];
    },
    'w:pPr': (tag) => {
      const paragraph = this.#paragraphs.at(-1);
      if (paragraph === undefined || this.#path.at(-1) !== 'w:p') return;
      // A text that stands there in a second form for other programs is not counted again.
      const items = this.#fallbacks > 0 ? undefined : this.#items;
      for (const edit of rewriteParagraph(paragraph, this.#context.findStyle(paragraph.style), items, tag))
        this.#edits.replace(edit);
    },
    'w:numPr': ({ end }) => {
      const listAt = this.#paragraphs.at(-1)?.listAt;
      if (listAt && this.#path.at(-2) === 'w:p') listAt.end = end;
    },
    'w:rPr': ({ end }) => {
      const run = this.#runs.at(-1);
      if (run && this.#path.at(-1) === 'w:r') run.from = end;
    },
    'w:r': (tag) => this.#finishRun(tag),
    'w:t': ({ start }) => {
      const ruby = this.#ruby;
      if (ruby?.isBase === true) ruby.text += this.#xml.slice(this.#textFrom, start);
    },
    'w:rubyBase': () => {
      if (this.#ruby) this.#ruby.isBase = false;
    },
    'w:ruby': ({ end }) => {
      const ruby = this.#ruby;
      if (ruby === undefined) return;
      this.#edits.dropFrom(ruby.start);
      this.#edits.replace({ start: ruby.start, end, text: textElement(ruby.text) });
      this.#ruby = undefined;
    },
    'mc:Fallback': () => {
      this.#fallbacks--;
    },
  };

  #finishRun(tag: Tag): void {
    const run = this.#runs.pop();
    if (run === undefined || run.isField) return;
    const isHidden =
      run.vanish ?? (this.#isHidden(run.style) || this.#isHidden(this.#paragraphs.at(-1)?.style));
    if (!isHidden) return;
    this.hidesText ||= run.hasText;
    this.#edits.dropFrom(run.from);
    this.#edits.replace({ start: run.from, end: tag.start, text: '' });
  }

  #isHidden(style: string | undefined): boolean {
    return style !== undefined && this.#context.findStyle(style).isHidden;
  }
}

/** Rewrites one text of a document: its body, its footnotes or its endnotes. */
export function rewriteText(xml: string, context: WordContext): { xml: string; hidesText: boolean } {
  const rewriter = new TextRewriter(xml, context);
  const rewritten = rewriter.rewrite();
  return { xml: rewritten, hidesText: rewriter.hidesText };
}
