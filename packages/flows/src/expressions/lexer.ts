import { ExpressionError } from './expression-error.ts';

export interface Token {
  type: 'number' | 'text' | 'name' | 'sign' | 'end';
  /** The sign, the name, or the contents of a text. */
  value: string;
  start: number;
  end: number;
}

/** Longer signs come first. `}}` ends the expression. */
const signs = [
  '===',
  '!==',
  '}}',
  '?.',
  '??',
  '=>',
  '==',
  '!=',
  '<=',
  '>=',
  '&&',
  '||',
  ...'+ - * / % < > ! ? : . , ( ) [ ]'.split(' '),
];

const isSpace = (char: string | undefined) =>
  char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\u00a0';
const isDigit = (char: string | undefined) => char !== undefined && char >= '0' && char <= '9';
const isLetter = (char: string | undefined) =>
  char !== undefined &&
  ((char >= 'a' && char <= 'z') ||
    (char >= 'A' && char <= 'Z') ||
    char === '_' ||
    char === '$' ||
    char > '\u00a0');

/** Returns the first position from `at` on whose character does not fit. */
const findEnd = (text: string, at: number, fits: (char: string | undefined) => boolean): number => {
  let end = at;
  while (end < text.length && fits(text[end])) end += 1;
  return end;
};

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };

const textAt = (text: string, start: number): Token => {
  const quote = text[start];
  const parts: string[] = [];
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at] ?? '';
    if (char === quote) return { type: 'text', value: parts.join(''), start, end: at + 1 };
    if (char === '\\') at += 1;
    const next = text[at] ?? '';
    parts.push(char === '\\' ? (escapes[next] ?? next) : char);
  }
  throw new ExpressionError('A text in the expression has no closing quotation mark.', start);
};

const numberAt = (text: string, start: number): Token => {
  let end = findEnd(text, start, isDigit);
  if (text[end] === '.' && isDigit(text[end + 1])) end = findEnd(text, end + 1, isDigit);
  if (isLetter(text[end])) throw new ExpressionError('A name cannot begin with a digit.', start);
  return { type: 'number', value: text.slice(start, end), start, end };
};

const signAt = (text: string, start: number): Token => {
  const sign = signs.find((it) => text.startsWith(it, start));
  if (sign === undefined) {
    throw new ExpressionError(`An expression cannot contain “${text[start] ?? ''}” here.`, start);
  }
  // `a ?.5 : 1` is a choice, not the property of something that may be missing.
  const value = sign === '?.' && isDigit(text[start + 2]) ? '?' : sign;
  return { type: 'sign', value, start, end: start + value.length };
};

/** Returns the token that begins at this position or after the spaces there. */
export const tokenAt = (text: string, from: number): Token => {
  const start = findEnd(text, from, isSpace);
  const char = text[start];
  if (char === undefined) return { type: 'end', value: '', start, end: start };
  if (char === '"' || char === "'") return textAt(text, start);
  if (isDigit(char)) return numberAt(text, start);
  if (!isLetter(char)) return signAt(text, start);
  const end = findEnd(text, start, (it) => isLetter(it) || isDigit(it));
  return { type: 'name', value: text.slice(start, end), start, end };
};
