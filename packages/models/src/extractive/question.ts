import { detectLanguage, type Language, type Wanted } from './languages/languages.ts';
import { splitTerms, type Term } from './terms.ts';

/** An analysed question, as the scorer needs it. */
export interface Question {
  terms: Array<Term & { weight: number }>;
  /** Stems of the names, numbers and codes in the question. A sentence that lacks one of them cannot be the answer. */
  keys: ReadonlySet<string>;
  /** Stems of the names of owners and makers: those with an `'s` and at the beginning included, those of places left out. */
  names: ReadonlySet<string>;
  wanted: Wanted | undefined;
  /** True when the question itself says what kind of answer it wants; a follow-up may inherit the kind. */
  saysWhatItWants: boolean;
  /** True for a question such as `what is X`. */
  isDefinition: boolean;
  /** True when the answer may be longer than two sentences. */
  isBroad: boolean;
  /** True when the question asks for an explanation rather than a fact. */
  isExplanation: boolean;
}

const definition =
  /^\s*(what|who) (is|are|was|were) (an? |the )?[^,]{2,60}\?*$|\b(definition of|define|meaning of|what does .{2,60} mean)\b|^\s*(was ist|was sind|qu'est-ce|qué es|che cos|o que é|wat is)\b/i;
const broad =
  /\b(list|which|what are|steps?|all|requirements?|benefits?|advantages?|differences?|compare|explain|describe|summar\w*|overview|how (do|can|to|should))\b/i;

const explanation =
  /\b(explain|describe|summar\w*|overview|tell me (more )?about|what do you know about|erkläre?|beschreibe?|expliquer?|explique|décri\w*|describe|spiega|uitleg)\b/i;

/** The context of a follow-up: the keywords of earlier questions, and the last of these questions. */
export interface Earlier {
  words: string;
  question: string;
}

/** Analyses a question. The words of earlier questions together weigh less than its own. */
export const readQuestion = (text: string, earlier: Earlier, language: Language): Question => {
  const lower = text.toLowerCase();
  const terms = unique(splitTerms(text, language), 1);
  const known = new Set(terms.map(({ stem }) => stem));
  const hasYear = year.test(text);
  const before = unique(
    splitTerms(hasYear ? earlier.words.replace(year, ' ') : earlier.words, language),
    1,
  ).filter(({ stem }) => !known.has(stem));
  const ownWanted = detectWanted(lower);
  const { keys, names } = keyWords(text, language);
  const listStems = (words: string[]) =>
    new Set(words.flatMap((each) => splitTerms(each, language).map(({ stem }) => stem)));
  const weight = terms.length === 0 ? 1 : Math.min(0.5, (0.6 * terms.length) / before.length);
  return {
    terms: [...terms, ...before.map((term) => ({ ...term, weight }))],
    keys: listStems(keys),
    names: listStems(names),
    wanted: ownWanted ?? (earlier.words === '' ? undefined : detectWanted(earlier.question.toLowerCase())),
    saysWhatItWants: ownWanted !== undefined,
    isDefinition: definition.test(text),
    isBroad: broad.test(text),
    isExplanation: explanation.test(text),
  };
};

const year = /\b(?:19|20)\d\d\b/g;
const figure =
  /\b(net sales|sales|revenues?|assets|liabilities|inventor(?:y|ies)|goodwill|debts?|equity|costs?|prices?|income|profits?|margins?|expenses?|earnings|dividends?|salary|fees?|umsatz|preis|kosten|gewinn|chiffre d.affaires|prix|ingresos|precio|ricavi|prezzo|receita|preço|omzet|prijs)\b/;
const asksOtherwise =
  /^\s*(is|are|was|were|do|does|did|can|has|have|ist|sind|hat|kann)\b|\b(why|how|who|where|when|which|mean|means|explain|describe|define|policy|list|compare|warum|wer|wo|wann|welche[rsn]?)\b/;

/** Returns the wanted kind of answer. A phrase that only names a figure asks for an amount: `Mac net sales 2022`. */
const detectWanted = (lower: string): Wanted | undefined =>
  detectLanguage(lower).asks.find(([, pattern]) => pattern.test(lower))?.[0] ??
  (asksFigure(lower) ? 'amount' : undefined);

const sums = /^\s*what did .* (sell|earn|spend|pay|cost|invest|lose)\b/;
const asksFigure = (lower: string): boolean =>
  sums.test(lower) || (figure.test(lower) && !asksOtherwise.test(lower));

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}.,-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu;
const quarter = /^q[1-4]$/i;
/** A name after one of these words says where, and not whose. */
const place = /\b(?:in|at|near|from|en|em|à|bei|te)(?: the| (?:\p{Lu}\p{Ll}+))*\s+$/u;

/**
 * Returns the words that an answer must mention (words with digits, and names), and all names. A name is a capitalised word (except in
 * German); at the beginning of a sentence it is not required. Nor is a possessive (`Apple's`), because a company's own documents often omit
 * its name.
 */
const keyWords = (text: string, language: Language): { keys: string[]; names: string[] } => {
  const found = [...text.matchAll(word)];
  const isShouted = found.every(([each]) => each === each.toUpperCase());
  const capitalsTell = !detectLanguage(text).nounsAreCapital && !isShouted;
  const read = found.map(({ 0: each, index }, at) => {
    const before = text.slice(0, index);
    const isOwner = /^['’]s\b/.test(text.slice(index + each.length));
    const isFirst = at === 0 || /[.!?:]\s+$/.test(before);
    const isCapital = capitalsTell && /^\p{Lu}/u.test(each) && !language.stopWords.has(each.toLowerCase());
    const isName = /^\p{Ll}+\p{Lu}/u.test(each) || (isCapital && !isFirst);
    const isNumbered = /\p{N}/u.test(each) && !quarter.test(each);
    return {
      each,
      isKey: isNumbered || (isName && !isOwner),
      isOwning: (isName || isCapital) && !place.test(before),
    };
  });
  return {
    keys: read.filter(({ isKey }) => isKey).map(({ each }) => each),
    names: read.filter(({ isOwning }) => isOwning).map(({ each }) => each),
  };
};

const unique = (terms: Term[], weight: number): Question['terms'] => {
  const byStem = new Map(terms.map((term) => [term.stem, { ...term, weight }]));
  return [...byStem.values()];
};
