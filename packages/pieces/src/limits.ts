import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { PieceError } from './piece.ts';

/** The longest text that a data piece takes or returns, in characters. Its work stays below a tenth of a second. */
export const longestText = 1_000_000;
/** The longest list that a data piece takes or returns. */
export const longestList = 50_000;

/** Refuses a text of this length before it is made. Throws PieceError `pieces.too_large`. */
export const limitLength = (length: number): void => {
  if (length <= longestText) return;
  throw new PieceError(
    'pieces.too_large',
    `The result would have more than ${longestText.toLocaleString('en')} characters. Please work on a smaller part.`,
  );
};

/** Throws PieceError `pieces.too_large`. */
export const limitText = (text: string): string => {
  limitLength(text.length);
  return text;
};

/** Throws PieceError `pieces.too_large`. */
export const limitList = <T extends JsonValue>(list: T[]): T[] => {
  if (list.length <= longestList) return list;
  throw new PieceError(
    'pieces.too_large',
    `The list has more than ${longestList.toLocaleString('en')} entries. Please work on a smaller part.`,
  );
};
