import { describe, expect, it } from 'vitest';
import { listMissingFigures } from './missing-figures.ts';

describe('the figures of a statement that its source does not say', () => {
  it.each([
    ['The mass is 12.5 kg.', 'Mass: 12.5 kg', []],
    ['The mass is 13.5 kg.', 'Mass: 12.5 kg', ['13.5']],
    ['Sales were 1,234,500 EUR.', 'Umsatz: 1.234.500 EUR', []],
    ['Sales were about 1.23 million.', 'Umsatz: 1.234.500 EUR', []],
    ['Sales were about 1.24 million.', 'Umsatz: 1.234.500 EUR', ['1.24']],
    ['It grew by 40 % to 70 units.', 'It grew by 40.0 % to 71 units.', ['70']],
    ['It was signed on 2024-03-15.', 'Signed: 15 March 2024', []],
    ['It was signed on 2024-03-16.', 'Signed: 15 March 2024', ['16']],
    ['There are 3 kinds:\n12. The last one.', 'Some kinds.', []],
    ['Fill in form A14 or ISO9001.', 'The forms.', []],
    [`It is ${'9'.repeat(60)}.`, `It is ${'9'.repeat(60)}.`, []],
    ['Both cost 25 and 25.', 'The cost is open.', ['25']],
  ])('%s | %s', (statement, evidence, expected) => {
    expect(listMissingFigures(statement, evidence)).toEqual(expected);
  });

  it('are none that the question names', () => {
    expect(listMissingFigures('In 2023 it was 15.', 'It was 15.', 'How much was it in 2023?')).toEqual([]);
  });
});
