import { readJson } from '@atelier/contracts/kernel/parse-json';
import { describe, expect, it } from 'vitest';
import { compileChoice } from '../conditions/index.ts';
import { compileValue } from './index.ts';

const body = readJson(
  '{"id":7615917337495251231,"next":7615917337495251232,"text":"7615917337495251231","price":1432.0531571421431500,"n":2}',
);
const scope = new Map([['trigger', { body }]]);
const json = (text: string) => JSON.stringify(compileValue(text)(scope));

describe('numbers that a double cannot hold, in expressions', () => {
  it.each([
    ['{{trigger.body.id}}', '7615917337495251231'],
    [
      'No. {{trigger.body.id}} for {{trigger.body.price}}',
      '"No. 7615917337495251231 for 1432.0531571421431500"',
    ],
    ['{{trigger.body.id + 1}}', '7615917337495251232'],
    ['{{trigger.body.next - trigger.body.id}}', '1'],
    ['{{trigger.body.id % 10}}', '1'],
    ['{{9007199254740995 + 9007199254740993 + 1}}', '18014398509481989'],
    ['{{trigger.body.id - trigger.body.id + 9007199254740992 + 1}}', '9007199254740993'],
    [
      '{{1.00000000000000000001 - 0.00000000000000000001 + 0.00000000000000000002}}',
      '1.00000000000000000002',
    ],
    ['{{(trigger.body.next - trigger.body.id) === 1}}', 'true'],
    ['{{trigger.body.id + 1 + " of it"}}', '"7615917337495251232 of it"'],
    ['{{-trigger.body.id}}', '-7615917337495251231'],
    ['{{trigger.body.price * trigger.body.n}}', '2864.1063142842863'],
    ['{{trigger.body.price.round(2)}}', '1432.05'],
    ['{{trigger.body.id.text()}}', '"7615917337495251231"'],
    ['{{trigger.body.text.number()}}', '7615917337495251231'],
    ['{{trigger.body.id == trigger.body.text}}', 'true'],
    ['{{trigger.body.id == trigger.body.next}}', 'false'],
    ['{{trigger.body.id === trigger.body.id}}', 'true'],
    ['{{trigger.body.id < trigger.body.next}}', 'true'],
    ['{{trigger.body.text < trigger.body.next}}', 'true'],
    ['{{[trigger.body.id].includes(trigger.body.text)}}', 'true'],
    ['{{trigger.body.json().includes("7615917337495251231,")}}', 'true'],
    ['{{trigger.body.id ? "yes" : "no"}}', '"yes"'],
  ])('%s is %s', (text, expected) => {
    expect(json(text)).toBe(expected);
  });

  it.each([
    ['NUMBER_IS_GREATER_THAN', '{{trigger.body.next}}', '{{trigger.body.id}}', true],
    ['NUMBER_IS_GREATER_THAN', '{{trigger.body.id}}', '7615917337495251231', false],
    ['NUMBER_IS_EQUAL_TO', '{{trigger.body.id}}', '7615917337495251231', true],
    ['NUMBER_IS_EQUAL_TO', '{{trigger.body.id}}', '7615917337495251230', false],
    ['NUMBER_IS_LESS_THAN', '{{trigger.body.id}}', '{{trigger.body.next}}', true],
    ['TEXT_EXACTLY_MATCHES', '{{trigger.body.id}}', '7615917337495251231', true],
  ] as const)('%s of %s and %s is %s', (operator, firstValue, secondValue, expected) => {
    expect(
      compileChoice([[[{ operator, firstValue, secondValue, caseSensitive: false }]]])(scope).length === 1,
    ).toBe(expected);
  });
});
