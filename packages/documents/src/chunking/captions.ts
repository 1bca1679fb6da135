import type { Block } from '../block.ts';

/** Longest caption, in characters. */
const longest = 200;
/** A paragraph above a table is its title if it is at most this long and no sentence. */
const longestTitle = 160;
/** Longer tables are passed on before the text below them is known. */
const mostHeld = 200;

const label =
  /^(?:table|tab\.|tabelle|tableau|tabla|tabella|tabela|tabel|tablo|таблица)\s*[\p{N}IVX]|^[表]\s*\p{N}/iu;
/** Returns true for the caption of a numbered table. */
export const isTableLabel = (text: string): boolean => label.test(text);
const endsSentence = /[.!?。！？;,]["”’)]?$/u;
const isUnit = (text: string): boolean => text.startsWith('(') && text.endsWith(')');

const isPartOfTable = ({ kind }: Block): boolean => kind === 'table' || kind === 'row';
const isText = (block: Block | undefined): block is Block =>
  block !== undefined && (block.kind === 'paragraph' || block.kind === 'heading');

const shortened = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().slice(0, longest).trim().toWellFormed();

/** Returns the last sentence of a paragraph that leads to a table: `The following table shows …:`. */
const lastSentence = (text: string): string =>
  text.slice(text.search(/(?<=[.!?] )[^.!?]*:$/u)).trim() || text;

const hasLetters = (text: string): boolean => /\p{L}/u.test(text);

const isTitle = (text: string): boolean =>
  text.length <= longestTitle && hasLetters(text) && !endsSentence.test(text);

/** Returns the words above a table that say what it shows. `above` are the blocks before it, the last one directly above. */
function captionAbove(above: readonly Block[]): string | undefined {
  const last = above.at(-1);
  if (!isText(last) || last.kind === 'heading') return undefined;
  const { text } = last;
  if (isTableLabel(text)) return shortened(text);
  if (text.endsWith(':') && hasLetters(text)) return shortened(lastSentence(text));
  if (!isTitle(text)) return undefined;
  const before = above.at(-2);
  const isBelowTitle = isUnit(text) && isText(before) && isTitle(before.text);
  return shortened(isBelowTitle ? `${before.text} ${text}` : text);
}

/** Adds captions to the blocks of tables, which may be split into chunks without the text around them. */
export interface Captions {
  /** Adds the next block; returns the blocks that are finished. */
  push(block: Block): Block[];
  flush(): Block[];
}

/** Creates a reader of captions: titles and sentences above a table, or a numbered caption below it. */
export function createCaptions(): Captions {
  let above: Block[] = [];
  let caption: string | undefined;
  let held: Block[] = [];
  let isInside = false;
  const release = (): Block[] => {
    const blocks = held.map((block) => (caption === undefined ? block : { ...block, caption }));
    held = [];
    return blocks;
  };
  return {
    push(block) {
      if (isPartOfTable(block)) {
        if (!isInside) caption = captionAbove(above);
        isInside = true;
        held.push(block);
        return caption === undefined && held.length <= mostHeld ? [] : release();
      }
      if (held.length > 0 && isText(block) && isTableLabel(block.text)) caption = shortened(block.text);
      const done = release();
      above = isInside ? [block] : [...above.slice(-1), block];
      isInside = false;
      return [...done, block];
    },
    flush: release,
  };
}
