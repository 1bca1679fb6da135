import { labelMark } from './label-mark.ts';
import { type ItemCounter, type ItemNumber, mostLevels } from './numbering.ts';
import { toRank, type WordStyle } from './word-styles.ts';
import { type Edit, escapeXml } from './xml-tags.ts';

export interface Range {
  start: number;
  end: number;
}

/** The properties of a paragraph, as its own element says them, and where they stand. */
export interface Paragraph {
  style?: string | undefined;
  styleAt?: Range;
  list?: string | undefined;
  level?: string | undefined;
  listAt?: Range;
  outline?: string | undefined;
}

interface Place {
  id: string;
  level: number;
}

export const textElement = (text: string): string => `<w:t xml:space="preserve">${text}</w:t>`;

/** The number of an item is bold, so that the words behind it decide about the cell in which it stands. */
const labelRun = (text: string): string => `<w:r><w:rPr><w:b/></w:rPr>${textElement(escapeXml(text))}</w:r>`;

const toLevel = (value: string | number | undefined): number => {
  const level = Number(value ?? 0);
  return Number.isInteger(level) ? Math.min(Math.max(level, 0), mostLevels - 1) : 0;
};

/** Returns the list of a paragraph, by itself or by its style; undefined for none, which is written as the list 0. */
const findPlace = (paragraph: Paragraph, style: WordStyle, items: ItemCounter): Place | undefined => {
  const id = paragraph.list ?? style.list;
  if (id === undefined || id === '0') return undefined;
  const ofStyle = paragraph.style === undefined ? undefined : items.findStyleLevel(id, paragraph.style);
  return { id, level: toLevel(paragraph.level ?? ofStyle ?? style.listLevel) };
};

const headingStyle = ({ outline }: Paragraph, { level = 0, isTitle }: WordStyle): string | undefined => {
  const rank = outline === undefined ? level : toRank(outline);
  if (rank > 0) return `Heading${rank}`;
  return isTitle ? 'Title' : undefined;
};

const rewriteStyle = ({ style, styleAt }: Paragraph, heading: string | undefined, at: Range): Edit[] =>
  heading === undefined || heading === style
    ? []
    : [{ ...(styleAt ?? at), text: `<w:pStyle w:val="${heading}"/>` }];

const rewritePlace = ({ listAt }: Paragraph, place: Place | undefined, at: Range): Edit[] => {
  if (place)
    return [
      {
        ...(listAt ?? at),
        text: `<w:numPr><w:ilvl w:val="${place.level}"/><w:numId w:val="${escapeXml(place.id)}"/></w:numPr>`,
      },
    ];
  return listAt ? [{ ...listAt, text: '' }] : [];
};

const writeLabel = (item: ItemNumber | undefined, isHeading: boolean, at: number): Edit[] => {
  if (item === undefined || item.isBullet) return [];
  const label = `${isHeading ? '' : labelMark}${item.text === '' ? '' : `${item.text} `}`;
  return label === '' ? [] : [{ start: at, end: at, text: labelRun(label) }];
};

/** Returns the changes that give a paragraph its number, its place in a list, and the style of a heading. Without a counter nothing is numbered. */
export function rewriteParagraph(
  paragraph: Paragraph,
  style: WordStyle,
  items: ItemCounter | undefined,
  { start, end }: Range,
): Edit[] {
  const place = items && findPlace(paragraph, style, items);
  const item = place && items.next(place.id, place.level);
  const heading = headingStyle(paragraph, style);
  const before = { start, end: start };
  const changes = [
    ...rewriteStyle(paragraph, heading, before),
    ...rewritePlace(paragraph, item && heading === undefined ? place : undefined, before),
  ].toSorted((one, other) => one.start - other.start);
  return [...changes, ...writeLabel(item, heading !== undefined, end)];
}
