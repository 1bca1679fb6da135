import {
  createShowNumber,
  createShowText,
  findBuiltIn,
  loadFormatter,
  needsFormatter,
  type ShowNumber,
} from './number-formats.ts';
import { visitXml } from './sheet-xml.ts';

/** The way in which a style shows the value of a cell. */
export interface CellStyle {
  number: ShowNumber;
  text: ((text: string) => string) | undefined;
  /** True for bold letters and for a coloured ground. */
  isMarked: boolean;
}

/** The code of the number format of a style, and the mark of its font or fill. */
export interface StyleCode {
  code: string;
  isMarked: boolean;
}

type Attributes = ReadonlyMap<string, string>;

const isOff = (attributes: Attributes): boolean => /^(?:0|false)$/.test(attributes.get('val') ?? '');
const isWhite = (attributes: Attributes): boolean =>
  /^(?:FF)?FFFFFF$/i.test(attributes.get('rgb') ?? '') ||
  attributes.get('theme') === '0' ||
  attributes.get('indexed') === '9';

/** Fonts and fills of a workbook, by their numbers: those with bold letters, and those with a colour other than white. */
const createMarks = () => {
  const fonts: boolean[] = [];
  const fills: boolean[] = [];
  const mark = (list: boolean[], is: boolean): void => {
    list[list.length - 1] = is;
  };
  return {
    open: (within: string, name: string, attributes: Attributes): void => {
      if (within === 'fonts' && name === 'font') fonts.push(false);
      else if (within === 'fonts' && name === 'b') mark(fonts, !isOff(attributes));
      else if (within === 'fills' && name === 'fill') fills.push(false);
      else if (within === 'fills' && name === 'patternFill')
        mark(fills, attributes.get('patternType') === 'solid');
      else if (within === 'fills' && name === 'fgColor' && isWhite(attributes)) mark(fills, false);
    },
    has: (font: number, fill: number): boolean => fonts[font] === true || fills[fill] === true,
  };
};

const groups: readonly string[] = ['cellXfs', 'fonts', 'fills'];

/** Returns for each style of a cell the code of its number format and its mark. */
export async function readStyleCodes(part: AsyncIterable<string>): Promise<StyleCode[]> {
  const own = new Map<number, string>();
  const marks = createMarks();
  const styles: { format: number; font: number; fill: number }[] = [];
  let within = '';
  await visitXml(part, {
    open: (name, attributes) => {
      const number = (key: string): number => Number(attributes.get(key) ?? 0);
      if (name === 'numFmt') own.set(number('numFmtId'), attributes.get('formatCode') ?? '');
      else if (groups.includes(name)) within = name;
      else if (name === 'xf' && within === 'cellXfs')
        styles.push({ format: number('numFmtId'), font: number('fontId'), fill: number('fillId') });
      else marks.open(within, name, attributes);
    },
    close: (name) => {
      if (name === within) within = '';
    },
  });
  return styles.map(({ format, font, fill }) => ({
    code: own.get(format) ?? findBuiltIn(format),
    isMarked: marks.has(font, fill),
  }));
}

/** Creates the ways in which the styles of a workbook show values. */
export async function createStyles(codes: readonly StyleCode[], from1904: boolean): Promise<CellStyle[]> {
  const formatter = codes.some(({ code }) => needsFormatter(code)) ? await loadFormatter() : undefined;
  const shown = new Map(
    [...new Set(codes.map(({ code }) => code))].map((code) => [
      code,
      { number: createShowNumber(code, from1904, formatter), text: createShowText(code, formatter) },
    ]),
  );
  return codes.flatMap(({ code, isMarked }) => {
    const found = shown.get(code);
    return found ? [{ ...found, isMarked }] : [];
  });
}
