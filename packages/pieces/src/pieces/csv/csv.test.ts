import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { describe, expect, it } from 'vitest';
import { failureOf, runAction } from '../../../tests/run-action.ts';
import { showValue } from '../../values.ts';

const read = (text: string, more = {}) => runAction('csv.parse_csv', { text, ...more });

describe('the CSV piece', () => {
  it('reads quotes, line breaks, semicolons and a byte order mark', async () => {
    expect(await read('\uFEFFname;note\r\nAnn;"a ""b""\n c"\r\n\r\nBob; x ')).toEqual([
      { name: 'Ann', note: 'a "b"\n c' },
      { name: 'Bob', note: 'x' },
    ]);
    expect(await read('1,2\n3,4', { hasHeader: false })).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });

  it('gives every column a name of its own, and rows of any length all of them', async () => {
    expect(await read('a,a,\n1,2,3,4\n5')).toEqual([
      { a: '1', a_2: '2', column_3: '3' },
      { a: '5', a_2: '', column_3: '' },
    ]);
  });

  it('refuses broken quotes and what is too large', async () => {
    expect(await failureOf(() => read('a,b\n"1,2'))).toMatch(/A quotation mark is not closed .* in line \d/);
    expect(await failureOf(() => read('1\n'.repeat(50_001), { hasHeader: false }))).toContain(
      'pieces.too_large',
    );
    expect(await failureOf(() => read(',;'.repeat(2000), { delimiter: ';' }))).toContain(
      'more than 1000 values',
    );
  });

  it('refuses more cells than its result has characters, before it makes them', async () => {
    const rows = Array.from({ length: 2000 }, (_nothing, at) => ({ [`k${at % 1000}`]: at }));
    expect(await failureOf(() => runAction('csv.write_csv', { rows }))).toBe(
      'pieces.too_large: The result would have more than 1,000,000 characters. Please work on a smaller part.',
    );
  });

  it('keeps names that every object inherits as data', async () => {
    expect(JSON.stringify(await read('__proto__,constructor\n1,Ferrari'))).toBe(
      '[{"__proto__":"1","constructor":"Ferrari"}]',
    );
    const rows = readJson('[{"constructor":"Ferrari"},{"toString":1}]') as JsonValue;
    expect(await runAction('csv.write_csv', { rows })).toBe('constructor,toString\r\nFerrari,\r\n,1');
  });

  it('writes numbers with all their digits', async () => {
    const rows = readJson('[{"id":7615917337495251231,"price":1432.0531571421431500}]') as JsonValue;
    expect(await runAction('csv.write_csv', { rows })).toBe(
      'id,price\r\n7615917337495251231,1432.0531571421431500',
    );
  });

  it('writes rows whose fields differ, and disarms formulas', async () => {
    const rows = [{ a: 1, b: 'x,"y"' }, { a: null, c: { d: 1 } }, { a: '=1+1' }];
    expect(await runAction('csv.write_csv', { rows })).toBe(
      'a,b,c\r\n1,"x,""y""",\r\n,,"{""d"":1}"\r\n"\'=1+1",,',
    );
    expect(await runAction('csv.write_csv', { rows: [['=1+1']], guardFormulas: false, delimiter: ';' })).toBe(
      '=1+1',
    );
    expect(await failureOf(() => runAction('csv.write_csv', { rows: 'text' }))).toContain('must be a list');
    expect(await runAction('csv.write_csv', { rows: { a: 1, b: 2 } })).toMatch(/^a,b\r?\n1,2/);
  });

  it('reads what it writes', async () => {
    const rows = [{ name: 'Ann; "A"', note: 'two\nlines' }];
    const written = await runAction('csv.write_csv', { rows });
    expect(await read(showValue(written))).toEqual(rows);
  });
});
