import { hasShape } from '../answer-shape.ts';
import type { IndexedSentence } from '../index-sentences.ts';
import { detectLanguage, type Language } from '../languages/languages.ts';
import { type Earlier, type Question, readQuestion } from '../question.ts';
import type { Cell } from '../table-rows.ts';
import { splitTerms, type Term } from '../terms.ts';
import { compareWords, listImplied, weighWord } from './form-words.ts';

/** A pair of a form, or the cell of a table, that a question asks for. */
export interface FormAnswer {
  sentence: IndexedSentence;
  cell: Cell;
  /** The cell that says which row of a table is meant; undefined for a form. */
  row: Cell | undefined;
}

interface Candidate extends FormAnswer {
  /** The share of the label that was asked for, and that of the other words of the question that its form or its document has. */
  rate: number;
  /** The place of the label's first word in the question. */
  place: number;
}

/** A row with its words, all and those of its values. */
interface Row {
  sentence: IndexedSentence;
  cells: readonly Cell[];
  /** True for the only row with its labels in the document. */
  isForm: boolean;
  stems: ReadonlySet<string>;
  valueStems: ReadonlySet<string>;
}

/** The rows of a document, and the words by which it is known. */
interface Holder {
  rows: readonly Row[];
  stems: ReadonlySet<string>;
}

/** A longer text beside a form is prose. */
const longestTitle = 80;
/** The least share of a label that must be asked for. */
const leastLabel = 0.45;
/** A label of which so much is asked for may leave one word of the question unsaid. */
const wholeLabel = 0.75;
/** The share of a label whose own words are asked for. */
const sameWords = 0.95;
/** The weight of a word that the way to ask implies, and of a label of which it says no other word. */
const impliedWord = 0.8;
const onlyImplied = 0.95;
/** The most forms whose values are told where a question means several of them. */
const mostForms = 3;

interface Wish {
  text: string;
  question: Question;
  language: Language;
  /** The words of the question itself. */
  terms: readonly Term[];
  /** The words of the questions before it, which may say which form is meant. */
  earlier: readonly string[];
  implied: ReadonlySet<string>;
}

/** Words of *until when*, *seit wann*, which say which time is asked for and stand in no form. */
const limits: ReadonlySet<string> = new Set(['until', 'till', 'sinc', 'bis', 'ab', 'seit']);

const readWish = (text: string, earlier: Earlier): Wish => {
  const language = detectLanguage(text);
  const question = readQuestion(text, earlier, language);
  return {
    text,
    question,
    language,
    terms: question.terms.filter(({ stem, weight }) => weight === 1 && !limits.has(stem)),
    earlier: question.terms.flatMap(({ stem, weight }) => (weight < 1 ? [stem] : [])),
    implied: listImplied(text, language),
  };
};

const stemsIn = (text: string, language: Language): string[] =>
  splitTerms(text, language).map(({ stem }) => stem);

/** Reads a label with its value that stand alone: `Received by: T. Okafor`. */
export const readPair = (text: string): Cell[] => {
  const [, name, value] = /^([^:|.\n]{1,48}): ([^|\n]{1,80})$/.exec(text) ?? [];
  return name === undefined || value === undefined || /[.!?]$/.test(value) ? [] : [{ name, value }];
};

const readRows = (sentences: readonly IndexedSentence[], language: Language): Row[] => {
  const named = sentences
    .map((sentence) => ({ sentence, cells: sentence.cells ?? readPair(sentence.text) }))
    .filter(({ cells }) => cells.some(({ name }) => name !== ''));
  const alike = Map.groupBy(named, ({ cells }) => nameColumns(cells));
  return named.map(({ sentence, cells }) => ({
    sentence,
    cells,
    isForm: alike.get(nameColumns(cells))?.length === 1,
    stems: new Set(stemsIn(`${sentence.context} ${sentence.text}`, language)),
    valueStems: new Set(stemsIn(cells.map(({ value }) => value).join(' '), language)),
  }));
};

const nameColumns = (cells: readonly Cell[]): string => JSON.stringify(cells.map(({ name }) => name));

const readHolder = (sentences: readonly IndexedSentence[], language: Language): Holder => {
  const rows = readRows(sentences, language);
  const titles = sentences
    .filter(({ cells, text }) => cells === undefined && text.length <= longestTitle)
    .map(({ text }) => text);
  const headings = new Set(sentences.map(({ chunk }) => chunk.heading ?? ''));
  const title = (sentences[0]?.chunk.documentName ?? '').replace(/\.\w{1,5}$/, '').replace(/[_-]+/g, ' ');
  const words = new Set(stemsIn([title, ...headings, ...titles].join(' '), language));
  return { rows, stems: rows.reduce((all, { stems }) => all.union(stems), words) };
};

interface Match {
  share: number;
  used: ReadonlySet<string>;
  place: number;
}

/** Compares a label with the words of the question. Words that the way to ask implies count where no word of the question fits. */
const matchLabel = (name: string, { terms, language, implied }: Wish): Match => {
  const label = splitTerms(name, language);
  const used = new Set<string>();
  let [sum, place] = [0, terms.length];
  let isSaid = false;
  const total = label.reduce((all, said) => all + weighWord(said), 0);
  for (const said of label) {
    let best = implied.has(said.stem) ? impliedWord : 0;
    for (const [at, asked] of terms.entries()) {
      const strength = compareWords(asked, said, language);
      if (strength === 0) continue;
      used.add(asked.stem);
      isSaid = true;
      best = Math.max(best, strength);
      place = Math.min(place, at);
    }
    sum += best * weighWord(said);
  }
  const share = sum / Math.max(1, total);
  return { share: isSaid ? share : share * onlyImplied, used, place };
};

/** Returns true for a value that can be what the question wants: a time for *when*, a figure for *how many*, letters for *who*. */
const isWanted = ({ value }: Cell, { question: { wanted } }: Wish): boolean => {
  if (wanted === 'time') return hasShape(value, 'time') || /\p{N}/u.test(value);
  if (wanted === 'amount') return /^\D{0,8}\p{N}/u.test(value);
  return wanted !== 'person' || (/\p{L}{2}/u.test(value) && !/\p{N}/u.test(value));
};

const isKnownBy = (stems: ReadonlySet<string>, stem: string): boolean =>
  stems.has(stem) || (stem.length >= 5 && [...stems].some((other) => other.startsWith(stem)));

const isTold = (value: string, { terms, language }: Wish): boolean =>
  stemsIn(value, language).some((stem) => terms.some((asked) => asked.stem === stem));

/** Returns true where the document, and of a table the row itself, is the one that the other words of the question mean. */
const isMeant = (
  { isForm, stems, valueStems }: Row,
  holder: Holder,
  { others, used, keys, mayLeaveOut }: Others,
): boolean => {
  const unsaid = others.filter((stem) => !isKnownBy(holder.stems, stem)).length;
  if (unsaid > (isForm && mayLeaveOut && others.length > unsaid ? 1 : 0)) return false;
  // A row of a table is one of many: its own values say which.
  if (!isForm && !others.some((stem) => valueStems.has(stem))) return false;
  return [...keys].every((stem) => (isForm ? holder.stems : stems).has(stem) || used.has(stem));
};

/** The words of a question besides those that match the label of a cell. */
interface Others {
  others: readonly string[];
  used: ReadonlySet<string>;
  keys: ReadonlySet<string>;
  mayLeaveOut: boolean;
}

const judgeCell = (cell: Cell, row: Row, holder: Holder, wish: Wish): Candidate | undefined => {
  const { share, used, place } = matchLabel(cell.name, wish);
  // A label of which less is said is asked for only where the question begins with it.
  if (share < leastLabel || (share < wholeLabel && place > 0)) return undefined;
  const { terms, question, language } = wish;
  const said = stemsIn(cell.value, language);
  // A value that the question tells says which form is meant.
  if (said.length > 0 && said.every((stem) => terms.some((asked) => asked.stem === stem))) return undefined;
  const others = terms.flatMap(({ stem }) => (used.has(stem) ? [] : [stem]));
  // If nothing says which form is meant, another word for its label says too little.
  if (others.length + wish.earlier.length === 0 && share < sameWords) return undefined;
  if (!isMeant(row, holder, { others, used, keys: question.keys, mayLeaveOut: share >= wholeLabel }))
    return undefined;
  const telling = [...others, ...wish.earlier];
  const held = telling.map((stem) => (row.stems.has(stem) ? 1 : holder.stems.has(stem) ? 0.6 : 0));
  const sum = held.reduce<number>((all, each) => all + each, 0);
  const identified = telling.length === 0 ? 1 : sum / telling.length;
  const which = row.isForm
    ? undefined
    : row.cells.find(({ value }) => value !== cell.value && isTold(value, wish));
  return { sentence: row.sentence, cell, row: which, rate: share + identified, place };
};

const isBetter = (one: Candidate, other: Candidate): number =>
  other.rate - one.rate || one.place - other.place;

/** The difference below which two candidates are equally good. */
const tie = 0.01;

/** Returns the cell of a document that is asked for. Several rows of a table that fit alike are a list, and none of them the answer. */
const inHolder = (holder: Holder, wish: Wish): Candidate | undefined => {
  const [best, ...others] = holder.rows
    .flatMap((row) =>
      row.cells.flatMap((cell) => (cell.name !== '' && judgeCell(cell, row, holder, wish)) || []),
    )
    .filter(({ cell }) => cell.value === '' || isWanted(cell, wish))
    .toSorted(isBetter);
  const isOfMany =
    best?.row !== undefined &&
    others.some(({ sentence, rate }) => sentence !== best.sentence && rate > best.rate - tie);
  return isOfMany ? undefined : best;
};

/**
 * Returns the values of forms that a question asks for: of the form that it identifies, or of several where it means all of them. Undefined
 * where no form has such a label, and empty where a form has it without a value.
 */
export const findFormAnswers = (
  sentences: readonly IndexedSentence[],
  text: string,
  earlier: Earlier,
): FormAnswer[] | undefined => {
  const wish = readWish(text, earlier);
  if (wish.terms.length === 0 || wish.question.isExplanation) return undefined;
  const holders = [...Map.groupBy(sentences, ({ chunk }) => chunk.documentName).values()]
    .map((group) => readHolder(group, wish.language))
    .filter(({ rows }) => rows.length > 0);
  const found = holders.flatMap((holder) => inHolder(holder, wish) ?? []).toSorted(isBetter);
  const [best] = found;
  if (best === undefined) return undefined;
  const alike = found.filter(({ rate }) => rate > best.rate - tie);
  return alike.filter(({ cell }) => cell.value !== '').slice(0, mostForms);
};
