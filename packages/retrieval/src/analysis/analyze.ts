import { foldText } from './fold-text.ts';
import { type Language, stem } from './languages.ts';
import { englishStopWords } from './stop-words.ts';

export type AnalyzeOptions = { language?: Language };

const longestTerm = 64;
const pairScripts = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー';
const tripleScripts = '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}';
const word = '[\\p{L}\\p{N}\\p{M}_]+';
// Words, or words and numbers joined by single marks: `err-4042`, `v2.3.4`, `don't`, `1,250.50`.
// expression-is-made: words, with single marks between them that are no part of a word.
const token = new RegExp(`${word}(?:['.,:/@&+#-]${word})*[+#]{0,2}`, 'gu');
// expression-is-made: one class of letters.
const unspaced = new RegExp(`[${pairScripts}${tripleScripts}]`, 'u');
// expression-is-made: three classes of letters that share none.
const runs = new RegExp(`[${pairScripts}]+|[${tripleScripts}]+|[^${pairScripts}${tripleScripts}]+`, 'gu');
// expression-is-made: one letter.
const isPairScript = new RegExp(`^[${pairScripts}]`, 'u');
const plainWord = /^[a-z]+$/;
const number = /^\d+(?:[.,]\d+)*$/;
const thousands = /,(?=\d{3}(?!\d))/g;
const parts = /[\p{L}\p{N}\p{M}]+/gu;
const digit = /\p{N}/u;

/**
 * Returns the index terms of a text in order, including repetitions. Words are folded and stemmed, English stop words dropped;
 * numbers lose thousands separators; an identifier (`ERR-4042`) yields its parts and itself; scripts without
 * spaces yield overlapping pairs (Chinese, Japanese, Korean) or triples (Thai, Lao, Khmer, Burmese), which,
 * unlike a dictionary segmenter, never change with the runtime's version.
 */
export function analyze(text: string, options: AnalyzeOptions = {}): string[] {
  const language = options.language ?? 'english';
  const terms: string[] = [];
  for (const match of foldText(text).matchAll(token)) addToken(match[0], language, terms);
  return terms;
}

function addToken(raw: string, language: Language, terms: string[]): void {
  if (plainWord.test(raw)) return addWord(raw, language, terms);
  if (unspaced.test(raw)) return addUnspaced(raw, language, terms);
  if (number.test(raw)) return addTerm(raw.replace(thousands, ''), terms);
  if (raw.includes("'")) return addApostrophe(raw, language, terms);
  const pieces = raw.match(parts) ?? [];
  for (const piece of pieces) addWord(piece, language, terms);
  if (pieces[0] !== raw && (digit.test(raw) || /[_+#@&]/.test(raw))) addTerm(raw, terms);
}

function addWord(piece: string, language: Language, terms: string[]): void {
  if (language === 'english' && englishStopWords.has(piece)) return;
  if (digit.test(piece) || piece.length > longestTerm) return addTerm(piece, terms);
  addTerm(stem(piece, language), terms);
}

function addTerm(term: string, terms: string[]): void {
  if (term !== '') terms.push(term.length > longestTerm ? term.slice(0, longestTerm) : term);
}

function addApostrophe(raw: string, language: Language, terms: string[]): void {
  if (language !== 'english') {
    for (const piece of raw.match(parts) ?? []) addWord(piece, language, terms);
  } else if (!englishStopWords.has(raw)) {
    const bare = raw.replace(/'s$/, '').replaceAll("'", '');
    for (const piece of bare.match(parts) ?? []) addWord(piece, language, terms);
  }
}

function addUnspaced(raw: string, language: Language, terms: string[]): void {
  for (const [run] of raw.matchAll(runs)) {
    if (!unspaced.test(run)) {
      for (const piece of run.match(parts) ?? []) addWord(piece, language, terms);
    } else addGrams(run, isPairScript.test(run) ? 2 : 3, terms);
  }
}

function addGrams(run: string, size: number, terms: string[]): void {
  const characters = Array.from(run);
  if (characters.length <= size) return addTerm(run, terms);
  for (let start = 0; start + size <= characters.length; start++) {
    terms.push(characters.slice(start, start + size).join(''));
  }
}
