import {
  type ConditionOperator,
  type Conditions,
  conditionOperators,
} from '@atelier/contracts/assistants/flows/flow-model';
import { describe, expect, it } from 'vitest';
import { compileChoice } from './index.ts';

const holds = (
  firstValue: unknown,
  operator: ConditionOperator,
  secondValue?: unknown,
  caseSensitive = false,
) => compileChoice([[[{ firstValue, operator, secondValue, caseSensitive }]]])(new Map()).length === 1;

type Case = [ConditionOperator, unknown, unknown, boolean];

const cases: Case[] = [
  ['TEXT_CONTAINS', 'An Order', 'order', true],
  ['TEXT_CONTAINS', null, 'order', false],
  ['TEXT_CONTAINS', 1234, '23', true],
  ['TEXT_DOES_NOT_CONTAIN', 'An Order', 'bill', true],
  ['TEXT_DOES_NOT_CONTAIN', 'An Order', 'ORDER', false],
  ['TEXT_EXACTLY_MATCHES', 'Yes', 'yes', true],
  ['TEXT_EXACTLY_MATCHES', 'Yes', 'yes!', false],
  ['TEXT_DOES_NOT_EXACTLY_MATCH', 'a', 'b', true],
  ['TEXT_START_WITH', 'Invoice 7', 'invoice', true],
  ['TEXT_DOES_NOT_START_WITH', 'Invoice 7', '7', true],
  ['TEXT_ENDS_WITH', 'a.PDF', '.pdf', true],
  ['TEXT_DOES_NOT_END_WITH', 'a.pdf', '.doc', true],
  ['NUMBER_IS_GREATER_THAN', '10', 9, true],
  ['NUMBER_IS_GREATER_THAN', 'ten', 9, false],
  ['NUMBER_IS_GREATER_THAN', '', -1, false],
  ['NUMBER_IS_LESS_THAN', 2.5, '2.51', true],
  ['NUMBER_IS_LESS_THAN', 'ten', 9, false],
  ['NUMBER_IS_EQUAL_TO', '1.0', 1, true],
  ['NUMBER_IS_EQUAL_TO', 'a', 'a', false],
  ['BOOLEAN_IS_TRUE', true, '', true],
  ['BOOLEAN_IS_TRUE', 'False', '', false],
  ['BOOLEAN_IS_FALSE', 'no', '', true],
  ['BOOLEAN_IS_FALSE', 1, '', false],
  ['DATE_IS_BEFORE', '2026-03-31', '2026-03-31T09:30:00Z', true],
  ['DATE_IS_BEFORE', 'soon', '2026-03-31', false],
  ['DATE_IS_EQUAL', '2026-03-31T10:00:00+02:00', '2026-03-31T08:00:00Z', true],
  ['DATE_IS_AFTER', 1_800_000_000_000, '2026-03-31', true],
  ['DATE_IS_AFTER', '2026-02-31x', '2020-01-01', false],
  ['LIST_CONTAINS', ['Red', 'blue'], 'red', true],
  ['LIST_CONTAINS', '["a", 1]', '1', true],
  ['LIST_CONTAINS', 'red', 'red', false],
  ['LIST_DOES_NOT_CONTAIN', ['Red'], 'green', true],
  ['LIST_IS_EMPTY', [], '', true],
  ['LIST_IS_EMPTY', null, '', true],
  ['LIST_IS_EMPTY', ['a'], '', false],
  ['LIST_IS_EMPTY', 'a text', '', false],
  ['LIST_IS_NOT_EMPTY', '[1]', '', true],
  ['EXISTS', 0, '', true],
  ['EXISTS', '', '', false],
  ['DOES_NOT_EXIST', null, '', true],
  ['DOES_NOT_EXIST', false, '', false],
];

describe('conditions', () => {
  it.each(cases)('%s of %j and %j is %s', (operator, first, second, expected) => {
    expect(holds(first, operator, second)).toBe(expected);
  });

  it('are tested here with every operator there is', () => {
    expect([...new Set(cases.map(([operator]) => operator))].sort()).toEqual([...conditionOperators].sort());
  });

  it('see capital letters only if they shall', () => {
    expect(holds('Order', 'TEXT_CONTAINS', 'order', true)).toBe(false);
    expect(holds('Order', 'TEXT_CONTAINS', 'Order', true)).toBe(true);
    expect(holds(['Red'], 'LIST_CONTAINS', 'red', true)).toBe(false);
  });

  it('hold when all of one group hold, and compute their expressions', () => {
    const choice = compileChoice([
      [
        [
          {
            firstValue: '{{trigger.n}}',
            operator: 'NUMBER_IS_GREATER_THAN',
            secondValue: '{{trigger.least}}',
          },
          { firstValue: '{{trigger.tags}}', operator: 'LIST_CONTAINS', secondValue: 'new' },
        ],
        [{ firstValue: '{{trigger.vip}}', operator: 'BOOLEAN_IS_TRUE' }],
      ],
    ]);
    const judge = (trigger: unknown) => choice(new Map([['trigger', trigger]]));
    expect(judge({ n: 5, least: 4, tags: ['new'] })).toEqual([0]);
    expect(judge({ n: 5, least: 4, tags: [] })).toEqual([]);
    expect(judge({ n: 1, least: 4, vip: true })).toEqual([0]);
    expect(compileChoice([[]])(new Map())).toEqual([]);
  });

  it('choose all that hold, or the first one', () => {
    const is = (firstValue: string): Conditions => [[{ firstValue, operator: 'BOOLEAN_IS_TRUE' }]];
    const choices = [is('no'), is('yes'), is('no'), is('{{trigger}}')];
    expect(compileChoice(choices)(new Map([['trigger', true]]))).toEqual([1, 3]);
    expect(compileChoice(choices, { isFirstOnly: true })(new Map([['trigger', true]]))).toEqual([1]);
  });
});
