import type { ConditionOperator } from '@atelier/contracts/assistants/flows/flow-model';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { describe, expect, it } from 'vitest';
import { Computation } from '../expressions/computation.ts';
import { judges } from './judges.ts';

const judge = (
  operator: ConditionOperator,
  first: JsonValue,
  second: JsonValue = null,
  isCaseSensitive = false,
) => judges[operator](first, second, { isCaseSensitive, computation: new Computation(new Map()) });

describe('a condition', () => {
  it('compares texts, with or without case, and anything else by its text', () => {
    expect(judge('TEXT_EXACTLY_MATCHES', 'Ab', 'aB')).toBe(true);
    expect(judge('TEXT_EXACTLY_MATCHES', 'Ab', 'aB', true)).toBe(false);
    expect(judge('TEXT_EXACTLY_MATCHES', null, '')).toBe(true);
    expect(judge('TEXT_EXACTLY_MATCHES', { a: [1] }, '{"a":[1]}')).toBe(true);
    expect(judge('TEXT_CONTAINS', 125, '2')).toBe(true);
    expect([judge('TEXT_START_WITH', 'abc', 'ab'), judge('TEXT_START_WITH', 'abc', 'bc')]).toEqual([
      true,
      false,
    ]);
    expect([judge('TEXT_ENDS_WITH', 'abc', 'bc'), judge('TEXT_ENDS_WITH', 'abc', 'ab')]).toEqual([
      true,
      false,
    ]);
    for (const [is, isNot] of [
      ['TEXT_CONTAINS', 'TEXT_DOES_NOT_CONTAIN'],
      ['TEXT_EXACTLY_MATCHES', 'TEXT_DOES_NOT_EXACTLY_MATCH'],
      ['TEXT_START_WITH', 'TEXT_DOES_NOT_START_WITH'],
      ['TEXT_ENDS_WITH', 'TEXT_DOES_NOT_END_WITH'],
    ] as const)
      for (const second of ['abc', 'x']) expect(judge(is, 'abc', second)).toBe(!judge(isNot, 'abc', second));
  });

  it('compares numbers strictly, and never what is none', () => {
    expect(judge('NUMBER_IS_GREATER_THAN', '2', 1)).toBe(true);
    expect(judge('NUMBER_IS_GREATER_THAN', 1, 1)).toBe(false);
    expect(judge('NUMBER_IS_LESS_THAN', 1, ' 2 ')).toBe(true);
    expect(judge('NUMBER_IS_LESS_THAN', 1, 1)).toBe(false);
    expect(judge('NUMBER_IS_EQUAL_TO', '1.0', 1)).toBe(true);
    for (const value of ['', ' ', 'one', null, true])
      for (const operator of ['NUMBER_IS_GREATER_THAN', 'NUMBER_IS_LESS_THAN', 'NUMBER_IS_EQUAL_TO'] as const)
        expect(judge(operator, value, 0), `${String(value)} ${operator}`).toBe(false);
  });

  it('compares dates strictly, and never what is none', () => {
    const [one, two] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
    const results = (first: JsonValue, second: JsonValue) =>
      (['DATE_IS_BEFORE', 'DATE_IS_EQUAL', 'DATE_IS_AFTER'] as const).map((operator) =>
        judge(operator, first, second),
      );
    expect(results(one, two)).toEqual([true, false, false]);
    expect(results(two, two)).toEqual([false, true, false]);
    expect(results(two, one)).toEqual([false, false, true]);
    for (const [first, second] of [
      [one, 'soon'],
      ['soon', one],
      ['soon', 'soon'],
      [null, null],
    ] as const)
      expect(results(first, second)).toEqual([false, false, false]);
  });

  it('looks into lists, also those that are written as text', () => {
    expect(judge('LIST_CONTAINS', ['A', 2], 'a')).toBe(true);
    expect(judge('LIST_CONTAINS', ['A', 2], 'a', true)).toBe(false);
    expect(judge('LIST_CONTAINS', ' ["a"]', 'a')).toBe(true);
    expect(judge('LIST_CONTAINS', [12], '1')).toBe(false);
    for (const none of ['a', '{"a":1}', '[1', null]) expect(judge('LIST_CONTAINS', none, 'a')).toBe(false);
    expect([judge('LIST_DOES_NOT_CONTAIN', ['a'], 'a'), judge('LIST_DOES_NOT_CONTAIN', 'a', 'a')]).toEqual([
      false,
      true,
    ]);
    expect([[], '[]', '', null].map((value) => judge('LIST_IS_EMPTY', value))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([[1], '[1]', 'text', 0].map((value) => judge('LIST_IS_EMPTY', value))).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([judge('LIST_IS_NOT_EMPTY', [1]), judge('LIST_IS_NOT_EMPTY', [])]).toEqual([true, false]);
  });

  it('takes some words for no, and nothing but null and an empty text for missing', () => {
    for (const value of ['', ' FALSE ', '0', 'No', 0, false, null])
      expect(judge('BOOLEAN_IS_TRUE', value)).toBe(false);
    for (const value of ['yes', 'x', 1, true, []]) expect(judge('BOOLEAN_IS_TRUE', value)).toBe(true);
    expect(judge('BOOLEAN_IS_FALSE', 'no')).toBe(true);
    expect([null, '', 0, false, ' '].map((value) => judge('EXISTS', value))).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect([judge('DOES_NOT_EXIST', ''), judge('DOES_NOT_EXIST', 0)]).toEqual([true, false]);
  });
});
