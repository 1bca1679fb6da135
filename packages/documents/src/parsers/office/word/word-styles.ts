import { listTags, readAttribute, type Tag } from './xml-tags.ts';

/** The properties that a style gives to its paragraphs or runs, also through the styles that it is based on. */
export interface WordStyle {
  /** The rank of a heading, from 1; 0 for text. */
  level: number | undefined;
  isTitle: boolean;
  list: string | undefined;
  listLevel: number | undefined;
  isHidden: boolean;
}

interface OwnStyle extends Partial<WordStyle> {
  base: string | undefined;
}

const noStyle: WordStyle = {
  ...{ level: undefined, isTitle: false, list: undefined, listLevel: undefined, isHidden: false },
};

/** Styles that are based on each other more deeply are read as if they were not. */
const deepest = 30;

/** True for a property that is on: it has no value, or one that is not a word for off. */
export const isOn = (value: string | undefined): boolean =>
  value === undefined || !['0', 'false', 'off', 'none'].includes(value);

/** Returns the rank of a level of an outline, which counts from 0 and has 9 for text; 0 for text. */
export const toRank = (value: string | undefined): number =>
  value !== undefined && /^[0-8]$/.test(value) ? Number(value) + 1 : 0;

/** The names of built-in styles are English in the files of all languages. */
const headingName = /^heading ([1-9])$/i;

const readName = (style: OwnStyle, name: string): void => {
  const rank = headingName.exec(name)?.[1];
  if (rank !== undefined) style.level = Number(rank);
  if (name.toLowerCase() === 'title') style.isTitle = true;
};

const stylePart: Readonly<Record<string, (style: OwnStyle, value: string | undefined) => void>> = {
  'w:name': (style, value = '') => readName(style, value),
  'w:basedOn': (style, value) => {
    style.base = value;
  },
  'w:outlineLvl': (style, value) => {
    style.level ??= toRank(value);
  },
  'w:numId': (style, value) => {
    style.list = value;
  },
  'w:ilvl': (style, value) => {
    style.listLevel = Number(value);
  },
  'w:vanish': (style, value) => {
    style.isHidden = isOn(value);
  },
};

/** Reads the styles of a document from `styles.xml`, and returns a function that finds one by its id. */
export function readStyles(xml: string): (id: string | undefined) => WordStyle {
  const own = new Map<string, OwnStyle>();
  let style: OwnStyle | undefined;
  const begin = (tag: Tag): OwnStyle => {
    const begun: OwnStyle = { base: undefined };
    own.set(readAttribute(xml, tag, 'w:styleId') ?? '', begun);
    return begun;
  };
  for (const tag of listTags(xml)) {
    if (tag.name === 'w:style') style = tag.kind === 'open' ? begin(tag) : undefined;
    else if (style && tag.kind !== 'close' && Object.hasOwn(stylePart, tag.name))
      stylePart[tag.name]?.(style, readAttribute(xml, tag, 'w:val'));
  }
  const known = new Map<string, WordStyle>();
  const find = (id: string | undefined, depth: number): WordStyle => {
    const mine = id === undefined ? undefined : own.get(id);
    if (id === undefined || mine === undefined || depth > deepest) return noStyle;
    const found = known.get(id);
    if (found) return found;
    const { base, ...rest } = mine;
    const whole = { ...find(base, depth + 1), ...rest };
    if (depth === 0) known.set(id, whole);
    return whole;
  };
  return (id) => find(id, 0);
}
