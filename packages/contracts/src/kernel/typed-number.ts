import { type AnyNumber, readNumber } from './exact-number.ts';

/** Numbers as people type them: also `+5`, `05`, `.5` and `4.`, which JSON does not know. */
const typed = /^([+-]?)(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/;

/** Reads a number that somebody typed, with all its digits; undefined for a text that is none. */
export const readTyped = (text: string): AnyNumber | undefined => {
  const [, sign = '', whole = '', fraction = '', exponent = ''] = typed.exec(text.trim()) ?? [];
  if (whole === '' && fraction === '') return undefined;
  const leading = whole.replace(/^0+(?=\d)/, '') || '0';
  return readNumber(
    `${sign === '-' ? '-' : ''}${leading}${fraction === '' ? '' : `.${fraction}`}${exponent}`,
  );
};
