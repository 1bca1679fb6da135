import { foldText } from '../analysis/fold-text.ts';

/** Legal forms at the end of company names, which do not distinguish companies. */
const legalForms = new Set(
  'ab ag asa bv co company corp corporation eg ev gmbh inc incorporated kg kgaa limited llc llp ltd mbh nv ohg oy oyj plc pte pty sa sarl sas se spa srl ug'.split(
    ' ',
  ),
);
const articles = new Set('a an the der die das le la les el los las il lo gli'.split(' '));
const titles = new Set('dr prof professor mr mrs ms miss sir dame herr frau mme'.split(' '));

/** Classes of entity types: person, organisation, location, and "soft" for the types that models confuse with each other. */
export type NameClass = 'P' | 'O' | 'L' | 'S';
const classes: Record<string, NameClass> = { PERSON: 'P', ORGANIZATION: 'O', LOCATION: 'L' };
/** The entity type of a class that consists of one type only. */
export const typeOfClass: Record<NameClass, string | undefined> = {
  P: 'PERSON',
  O: 'ORGANIZATION',
  L: 'LOCATION',
  S: undefined,
};

export const nameClassFor = (type: string): NameClass => classes[type] ?? 'S';

/** Lower case without accents. Marks inside words are removed, separators become spaces. */
const foldName = (name: string): string =>
  foldText(name)
    .replace(/['’`]s(?=\s|$)/g, '')
    .replace(/(?<=\p{L})\.(?=\p{L})/gu, '')
    .replace(/['’`]/g, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}+#]+/gu, ' ')
    .trim();

/** Removes the English plural from names of things; names of people and companies keep their `s`. */
const singular = (token: string): string => {
  if (token.length < 5 || /(ss|us|is)$/.test(token)) return token;
  if (token.endsWith('ies')) return `${token.slice(0, -3)}y`;
  if (/(ches|shes|xes|sses)$/.test(token)) return token.slice(0, -2);
  return token.endsWith('s') ? token.slice(0, -1) : token;
};

const none: ReadonlySet<string> = new Set();
const starts: Record<NameClass, ReadonlySet<string>> = { P: titles, O: articles, L: articles, S: articles };
const ends: Record<NameClass, ReadonlySet<string>> = {
  P: none,
  O: new Set([...legalForms, 'and']),
  L: none,
  S: none,
};

/** Removes titles and legal forms, but never the last remaining word. */
const withoutEnds = (tokens: string[], nameClass: NameClass): string[] => {
  let rest = tokens;
  while (rest.length > 1 && starts[nameClass].has(rest[0] ?? '')) rest = rest.slice(1);
  while (rest.length > 1 && ends[nameClass].has(rest.at(-1) ?? '')) rest = rest.slice(0, -1);
  return rest;
};

/**
 * Returns the words of a name without anything that does not distinguish two entities: case, accents, punctuation, articles, titles
 * of people, legal forms of companies, plurals of things. Empty when no letter or digit is left.
 */
export const nameTokens = (name: string, nameClass: NameClass): string[] => {
  const tokens = withoutEnds(
    foldName(name)
      .split(' ')
      .filter((token) => token !== ''),
    nameClass,
  );
  const last = tokens.at(-1);
  return nameClass === 'S' && last !== undefined ? [...tokens.slice(0, -1), singular(last)] : tokens;
};

export const nameKey = (name: string, nameClass: NameClass): string => nameTokens(name, nameClass).join(' ');
