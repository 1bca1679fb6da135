import type { ConditionOperator } from '@atelier/contracts/assistants/flows/flow-model';
import { hasText } from '@atelier/contracts/fields/find-text';
import { compareNumbers } from '@atelier/contracts/kernel/exact-number';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import type { Computation } from '../expressions/computation.ts';
import { momentIn } from '../expressions/methods/index.ts';
import { numberIn, toText as shownText } from '../expressions/values.ts';

/** The rule by which values are judged, and the computation that it belongs to. */
interface Judging {
  isCaseSensitive: boolean;
  computation: Computation;
}

type Judge = (first: unknown, second: unknown, judging: Judging) => boolean;

const longestText = 1_000_000;

const toComparedText = (value: unknown, { isCaseSensitive, computation }: Judging): string => {
  const judged = shownText(value, computation).slice(0, longestText);
  computation.spendText(judged.length);
  return isCaseSensitive ? judged : judged.toLowerCase();
};

const texts =
  (judge: (first: string, second: string, computation: Computation) => boolean): Judge =>
  (first, second, judging) =>
    judge(toComparedText(first, judging), toComparedText(second, judging), judging.computation);

/** A value that is not a number is neither greater nor less than anything, nor equal to it. */
const numbers =
  (judge: (order: number) => boolean): Judge =>
  (first, second) => {
    const [one, other] = [numberIn(first), numberIn(second)];
    return one !== undefined && other !== undefined && judge(compareNumbers(one, other));
  };

/** A value that is not a date is neither before nor after anything, nor equal to it. */
const dates =
  (judge: (first: number, second: number) => boolean): Judge =>
  (first, second) => {
    const [one, other] = [momentIn(first), momentIn(second)];
    return one !== undefined && other !== undefined && judge(one, other);
  };

/** The entries of a list, which may also be written as the text of a JSON list. Undefined when it is no list. */
const listIn = (value: unknown, computation: Computation): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== 'string' || value.length > longestText) return undefined;
  computation.spendText(value.length);
  if (!value.trim().startsWith('[')) return undefined;
  // An entry of a list may be as short as two characters.
  computation.spend(value.length >> 3);
  const parsed: unknown = parseJson(value);
  return Array.isArray(parsed) ? (parsed as readonly unknown[]) : undefined;
};

const contains: Judge = (first, second, judging) => {
  const wanted = toComparedText(second, judging);
  return (listIn(first, judging.computation) ?? []).some(
    (entry) => toComparedText(entry, judging) === wanted,
  );
};

const exists = (value: unknown): boolean => value !== null && value !== '';

const isEmptyList: Judge = (value, _nothing, { computation }) =>
  exists(value) ? listIn(value, computation)?.length === 0 : true;

const falseWords = new Set(['', 'false', '0', 'no']);

const isTrue: Judge = (value, _nothing, { computation }) => {
  if (typeof value !== 'string') return Boolean(value);
  computation.spendText(value.length);
  return !falseWords.has(value.trim().toLowerCase());
};

const not =
  (judge: Judge): Judge =>
  (first, second, judging) =>
    !judge(first, second, judging);

const includes = texts((first, second, computation) => {
  computation.spendText(first.length);
  return hasText(first, second);
});
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
  NUMBER_IS_GREATER_THAN: numbers((order) => order > 0),
  NUMBER_IS_LESS_THAN: numbers((order) => order < 0),
  NUMBER_IS_EQUAL_TO: numbers((order) => order === 0),
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
