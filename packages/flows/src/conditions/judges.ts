import type { ConditionOperator } from '@atelier/contracts/build/flows/flow-model';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { momentIn } from '../expressions/index.ts';

type Judge = (first: JsonValue, second: JsonValue, isCaseSensitive: boolean) => boolean;

const longestText = 1_000_000;

const textOf = (value: JsonValue, isCaseSensitive: boolean): string => {
  if (value === null) return '';
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const judged = text.slice(0, longestText);
  return isCaseSensitive ? judged : judged.toLowerCase();
};

const texts =
  (judge: (first: string, second: string) => boolean): Judge =>
  (first, second, isCaseSensitive) =>
    judge(textOf(first, isCaseSensitive), textOf(second, isCaseSensitive));

const numberOf = (value: JsonValue): number => {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
};

/** What is not a number is neither greater nor less than anything, nor equal to it. */
const numbers =
  (judge: (first: number, second: number) => boolean): Judge =>
  (first, second) =>
    judge(numberOf(first), numberOf(second));

/** What is not a date is neither before nor after anything, nor equal to it. */
const dates =
  (judge: (first: number, second: number) => boolean): Judge =>
  (first, second) => {
    const [one, other] = [momentIn(first), momentIn(second)];
    return one !== undefined && other !== undefined && judge(one, other);
  };

/** The entries of a list, which may also be written as the text of a JSON list. Undefined when it is no list. */
const listIn = (value: JsonValue): JsonValue[] | undefined => {
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string' || value.length > longestText || !value.trim().startsWith('['))
    return undefined;
  try {
    const parsed = JSON.parse(value) as JsonValue;
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
};

const contains: Judge = (first, second, isCaseSensitive) => {
  const wanted = textOf(second, isCaseSensitive);
  return (listIn(first) ?? []).some((entry) => textOf(entry, isCaseSensitive) === wanted);
};

const exists = (value: JsonValue): boolean => value !== null && value !== '';

const isEmptyList: Judge = (value) => (exists(value) ? listIn(value)?.length === 0 : true);

const falseWords = new Set(['', 'false', '0', 'no']);

const isTrue: Judge = (value) =>
  typeof value === 'string' ? !falseWords.has(value.trim().toLowerCase()) : Boolean(value);

const not =
  (judge: Judge): Judge =>
  (first, second, isCaseSensitive) =>
    !judge(first, second, isCaseSensitive);

const includes = texts((first, second) => first.includes(second));
const isSame = texts((first, second) => first === second);
const startsWith = texts((first, second) => first.startsWith(second));
const endsWith = texts((first, second) => first.endsWith(second));

export const judges: Readonly<Record<ConditionOperator, Judge>> = {
  TEXT_CONTAINS: includes,
  TEXT_DOES_NOT_CONTAIN: not(includes),
  TEXT_EXACTLY_MATCHES: isSame,
  TEXT_DOES_NOT_EXACTLY_MATCH: not(isSame),
  TEXT_START_WITH: startsWith,
  TEXT_DOES_NOT_START_WITH: not(startsWith),
  TEXT_ENDS_WITH: endsWith,
  TEXT_DOES_NOT_END_WITH: not(endsWith),
  NUMBER_IS_GREATER_THAN: numbers((first, second) => first > second),
  NUMBER_IS_LESS_THAN: numbers((first, second) => first < second),
  NUMBER_IS_EQUAL_TO: numbers((first, second) => first === second),
  BOOLEAN_IS_TRUE: isTrue,
  BOOLEAN_IS_FALSE: not(isTrue),
  DATE_IS_BEFORE: dates((first, second) => first < second),
  DATE_IS_EQUAL: dates((first, second) => first === second),
  DATE_IS_AFTER: dates((first, second) => first > second),
  LIST_CONTAINS: contains,
  LIST_DOES_NOT_CONTAIN: not(contains),
  LIST_IS_EMPTY: isEmptyList,
  LIST_IS_NOT_EMPTY: not(isEmptyList),
  EXISTS: exists,
  DOES_NOT_EXIST: (value) => !exists(value),
};
