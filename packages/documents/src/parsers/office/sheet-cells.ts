import { visitXml, type XmlVisitor } from './sheet-xml.ts';
import { dateText } from './xls.ts';

/** The index parts of a workbook, which determine the values of its cells. */
export interface CellContext {
  sharedStrings: readonly string[];
  /** For each style, by its number, true when it shows numbers as dates. */
  dateStyles: readonly boolean[];
  /** True when dates count from 1904 instead of 1900. */
  from1904: boolean;
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

/**
 * The numbers of the date formats that Excel knows without a definition: those of all languages, and those of East Asian languages
 * (18.8.30).
 */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Brackets (conditions and colours), quoted text and escaped characters say nothing about the kind of a format. */
const isDateFormat = (code: string): boolean =>
  /[ymdhs]/i.test(code.replace(/\[[^[\]]*\]|"[^"]*"|\\./g, '').replace(/general/gi, ''));

/** Returns for each style of a cell whether it shows a number as a date. */
export async function readDateStyles(part: AsyncIterable<string>): Promise<boolean[]> {
  const own = new Map<number, boolean>();
  const formats: number[] = [];
  let inStyles = false;
  const visitor: XmlVisitor = {
    open: (name, attributes) => {
      if (name === 'numFmt')
        own.set(Number(attributes.get('numFmtId')), isDateFormat(attributes.get('formatCode') ?? ''));
      else if (name === 'cellXfs') inStyles = true;
      else if (name === 'xf' && inStyles) formats.push(Number(attributes.get('numFmtId') ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') inStyles = false;
    },
  };
  await visitXml(part, visitor);
  return formats.map((id) => own.get(id) ?? isBuiltInDate(id));
}

const dayMs = 24 * 3600 * 1000;
/** The days from the beginning of each calendar to 1 January 1970. */
const epoch = { from1900: 25_569, from1904: 24_107 };

const numberText = (text: string, isDate: boolean, from1904: boolean): string => {
  const value = Number.parseFloat(text);
  if (Number.isNaN(value)) return '';
  // Excel calculates with and shows fifteen digits, so 0.1 + 0.2 is 0.3.
  if (!isDate) return String(Number(value.toPrecision(15)));
  return dateText(new Date(Math.round((value - (from1904 ? epoch.from1904 : epoch.from1900)) * dayMs)));
};

/** Returns a cell's value as a spreadsheet shows it: results of formulas, texts, ISO dates. */
export function cellText({ type, style, text }: Cell, context: CellContext): string {
  if (type === 's') return context.sharedStrings[Number.parseInt(text, 10)] ?? '';
  if (type === 'inlineStr' || type === 'str' || type === 'e') return text;
  if (type === 'b') return text.trim() === '' ? '' : String(Number.parseInt(text, 10) !== 0).toUpperCase();
  if (type === 'd') return dateText(new Date(/[zZ]|[+-]\d\d:?\d\d$/.test(text) ? text : `${text}Z`)) || text;
  return numberText(text, context.dateStyles[style] === true, context.from1904);
}
