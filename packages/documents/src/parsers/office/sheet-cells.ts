import type { CellStyle } from './cell-styles.ts';
import { createShowNumber } from './number-formats.ts';
import { visitXml } from './sheet-xml.ts';

/** The index parts of a workbook, which determine the values of its cells. */
export interface CellContext {
  sharedStrings: readonly string[];
  /** The ways to show values, by the number of the style. */
  styles: readonly CellStyle[];
}

export interface Cell {
  /** The kind of the value (ECMA-376 part 1, 18.18.11). A missing kind means a number. */
  type: string | undefined;
  style: number;
  text: string;
}

/**
 * Collects the text of `v` and `t` elements. Pronunciation hints (`rPh`), which repeat a text in another script, are left out.
 */
export const createTextCollector = () => {
  let text = '';
  let isInside = false;
  let hints = 0;
  return {
    clear: (): void => {
      text = '';
    },
    value: (): string => text,
    open: (name: string): void => {
      if (name === 'rPh') hints += 1;
      else if (name === 'v' || name === 't') isInside = hints === 0;
    },
    text: (piece: string): void => {
      if (isInside) text += piece;
    },
    close: (name: string): void => {
      if (name === 'rPh') hints -= 1;
      else if (name === 'v' || name === 't') isInside = false;
    },
  };
};

/** Returns the texts that cells refer to by number. */
export async function readSharedStrings(part: AsyncIterable<string>): Promise<string[]> {
  const strings: string[] = [];
  const collector = createTextCollector();
  await visitXml(part, {
    open: (name) => {
      if (name === 'si') collector.clear();
      else collector.open(name);
    },
    text: collector.text,
    close: (name) => {
      if (name === 'si') strings.push(collector.value());
      else collector.close(name);
    },
  });
  return strings;
}

const unstyled: CellStyle = {
  number: createShowNumber('General', false, undefined),
  text: undefined,
  isMarked: false,
};

const numberText = (text: string, { number }: CellStyle): string => {
  const value = Number.parseFloat(text);
  return Number.isNaN(value) ? '' : number(value, text.trim());
};

/** Formats a date in ISO form, with the time only if the cell has one. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const iso = date.toISOString();
  return iso.endsWith('T00:00:00.000Z') ? iso.slice(0, 10) : iso.slice(0, 16).replace('T', ' ');
}

const isoText = (text: string): string =>
  dateText(new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)) || text;

const truthText = (text: string): string =>
  text.trim() === '' ? '' : String(Number.parseInt(text, 10) !== 0).toUpperCase();

/** Returns a cell's value as a spreadsheet shows it: results of formulas, formatted numbers, texts, ISO dates. */
export function cellText({ type, style, text }: Cell, { sharedStrings, styles }: CellContext): string {
  const shown = styles[style] ?? unstyled;
  const asText = (words: string): string => (words === '' ? '' : (shown.text?.(words) ?? words));
  switch (type) {
    case 's':
      return asText(sharedStrings[Number.parseInt(text, 10)] ?? '');
    case 'inlineStr':
    case 'str':
      return asText(text);
    case 'e':
      return text;
    case 'b':
      return truthText(text);
    case 'd':
      return isoText(text);
    default:
      return numberText(text, shown);
  }
}
