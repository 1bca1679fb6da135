import { openArchive, readDirectory } from '../../format/archive.ts';
import { readPart } from './archive-parts.ts';
import { HiddenColumns, type LeftOut } from './hidden-cells.ts';
import { visitXml } from './sheet-xml.ts';

/** The parts of a sheet that its author has hidden. Rows are counted from 0. */
export interface HiddenParts {
  isHidden: boolean;
  columns: HiddenColumns;
  isRowHidden: (at: number) => boolean;
}

interface OdsSheet {
  isHidden: boolean;
  columns: HiddenColumns;
  ranges: { first: number; last: number }[];
}

/** The most hidden ranges of rows that are remembered for a sheet; the rows of further ranges are read. */
const mostRanges = 100_000;

/** The rows are asked for in their order, so that each range is passed once. */
const toHiddenParts = ({ isHidden, columns, ranges }: OdsSheet): HiddenParts => {
  let next = 0;
  const isRowHidden = (at: number): boolean => {
    while ((ranges[next]?.last ?? Number.POSITIVE_INFINITY) < at) next++;
    return (ranges[next]?.first ?? Number.POSITIVE_INFINITY) <= at;
  };
  return { isHidden, columns, isRowHidden };
};

const repeats = (attributes: ReadonlyMap<string, string>, name: string): number =>
  Math.max(1, Number(attributes.get(name) ?? 1) || 1);

const isCollapsed = (attributes: ReadonlyMap<string, string>): boolean =>
  ['collapse', 'filter'].includes(attributes.get('visibility') ?? '');

async function readSheets(part: AsyncIterable<string>): Promise<OdsSheet[]> {
  const sheets: OdsSheet[] = [];
  const hiddenStyles = new Set<string>();
  let style = '';
  let column = 0;
  let row = 0;
  let depth = 0;
  const open: Record<string, (attributes: ReadonlyMap<string, string>) => void> = {
    style: (attributes) => {
      style = attributes.get('name') ?? '';
    },
    'table-properties': (attributes) => {
      if (attributes.get('display') === 'false') hiddenStyles.add(style);
    },
    table: (attributes) => {
      depth++;
      if (depth > 1) return;
      [column, row] = [0, 0];
      const isHidden = hiddenStyles.has(attributes.get('style-name') ?? '');
      sheets.push({ isHidden, columns: new HiddenColumns(), ranges: [] });
    },
    'table-column': (attributes) => {
      const next = column + repeats(attributes, 'number-columns-repeated');
      if (depth === 1 && isCollapsed(attributes)) sheets.at(-1)?.columns.hide(column, next - 1);
      column = next;
    },
    'table-row': (attributes) => {
      if (depth > 1) return;
      const next = row + repeats(attributes, 'number-rows-repeated');
      const ranges = sheets.at(-1)?.ranges;
      if (isCollapsed(attributes) && ranges && ranges.length < mostRanges)
        ranges.push({ first: row, last: next - 1 });
      row = next;
    },
  };
  await visitXml(part, {
    open: (name, attributes) => open[name]?.(attributes),
    close: (name) => {
      if (name === 'table') depth--;
    },
  });
  return sheets;
}

const cellTag = /<table:table-cell\s([^<>]*)/g;

/** A cell with a formula and no kind of value has no result. */
const countFormulas = (text: string): number =>
  Array.from(text.matchAll(cellTag)).filter(
    ([, attributes = '']) =>
      attributes.includes('table:formula=') && !attributes.includes('office:value-type='),
  ).length;

/** A longer piece without a tag is text. */
const longestTag = 1_000_000;

/** Finds out whether a file hides anything, and how many of its formulas have no result, without reading it as XML. */
async function surveySheets(part: AsyncIterable<string>): Promise<{ hides: boolean; formulas: number }> {
  let hides = false;
  let formulas = 0;
  let rest = '';
  for await (const piece of part) {
    const text = rest.length > longestTag ? piece : rest + piece;
    const end = Math.max(0, text.lastIndexOf('<'));
    hides ||= /visibility="(?:collapse|filter)"|display="false"/.test(text);
    formulas += countFormulas(text.slice(0, end));
    rest = text.slice(end);
  }
  return { hides, formulas: formulas + countFormulas(rest) };
}

/**
 * Returns the hidden parts of the sheets of an OpenDocument file, which its reader does not know, and counts its formulas without a result. A file
 * that is no proper XML hides nothing.
 */
export async function readHiddenOds(path: string, leftOut: LeftOut): Promise<HiddenParts[]> {
  const zip = await openArchive(path);
  try {
    const entry = (await readDirectory(zip)).get('content.xml');
    const { hides, formulas } = await surveySheets(readPart(zip, entry));
    leftOut.formulas += formulas;
    if (!hides) return [];
    return await readSheets(readPart(zip, entry)).then(
      (sheets) => sheets.map(toHiddenParts),
      () => [],
    );
  } finally {
    zip.close();
  }
}
