import { describe, expect, it } from 'vitest';
import { readJson } from '../kernel/parse-json.ts';
import { canonicalJson, isSameJson, type JsonValue, whyNotPlain } from './field-values.ts';
import { filesIn, isFile } from './file-value.ts';
import { isLarge, largesIn, withWhole } from './large-value.ts';
import { leadsElsewhere } from './secret-destination.ts';

const file = (number: number) => ({
  ...{ id: `fil_${String(number).padStart(10, '0')}`, name: 'a.pdf', type: 'application/pdf', size: 0 },
  sha256: 'ab',
});
const large = (number: number) => ({ large: file(number), keys: ['rows', 0], size: 70_000, head: '[…' });
const read = (text: string) => readJson(text) as JsonValue;

describe('values that name files', () => {
  it('are those of exactly the five parts', () => {
    const { size, ...less } = file(1);
    expect([isFile(file(1)), isFile(less), isFile({ ...file(1), more: 1 })]).toEqual([true, false, false]);
    expect(isFile({ ...less, length: size })).toBe(false);
    expect(isFile({ ...file(1), id: 'fil_../../../etc' })).toBe(false);
    expect([isFile([file(1)]), isFile(null), isFile('fil_0000000001')]).toEqual([false, false, false]);
  });

  it('are found wherever they are, each once, and 200 at most', () => {
    expect(filesIn({ a: file(1), b: [file(1), { c: file(2) }], d: null, e: 'f' })).toEqual([
      file(2),
      file(1),
    ]);
    expect(filesIn(read('[9007199254740993, 1]'))).toEqual([]);
    expect(filesIn(Array.from({ length: 250 }, (_, index) => file(index)))).toHaveLength(200);
  });
});

describe('values that are too large to be handled at once', () => {
  it('are those of exactly the four parts', () => {
    expect([isLarge(large(1)), isLarge({ ...large(1), more: 1 }), isLarge(file(1))]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isLarge({ ...large(1), size: -1 }), isLarge([large(1)]), isLarge(null)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('are found among others, without what is in them', () => {
    expect(largesIn([1, null, 'a', { b: large(1) }, [large(2)], read('9007199254740993')])).toEqual([
      large(2),
      large(1),
    ]);
    expect(largesIn(large(1))).toEqual([large(1)]);
    expect(largesIn([large(1), ...Array.from({ length: 49_999 }, () => 0)])).toEqual([]);
    expect(largesIn([large(1), ...Array.from({ length: 49_998 }, () => 0)])).toEqual([large(1)]);
  });

  it('become whole, and everything else stays as it is', () => {
    const value: JsonValue = { a: [large(1), { b: large(2), c: null }], d: 1, e: read('9007199254740993') };
    const opened = withWhole(value, ({ large: { id } }) => ({ opened: id }));
    expect(JSON.stringify(opened)).toBe(
      '{"a":[{"opened":"fil_0000000001"},{"b":{"opened":"fil_0000000002"},"c":null}],"d":1,"e":9007199254740993}',
    );
  });
});

describe('comparing values', () => {
  it.each<[string, string, boolean]>([
    ['{"a":1,"b":[2]}', '{"b":[2],"a":1}', true],
    ['{"a":1}', '{"a":1,"b":1}', false],
    ['{"a":1,"b":1}', '{"a":1}', false],
    ['{"a":1}', '{"b":1}', false],
    ['[1,2]', '[2,1]', false],
    ['[]', '{}', false],
    ['["a"]', '{"0":"a"}', false],
    ['null', '{}', false],
    ['0', 'null', false],
    ['9007199254740993', '9007199254740993.0', true],
    ['9007199254740993', '9007199254740992', false],
    ['9007199254740993', '"9007199254740993"', false],
  ])('%s and %s', (one, other, isSame) => {
    expect([isSameJson(read(one), read(other)), isSameJson(read(other), read(one))]).toEqual([
      isSame,
      isSame,
    ]);
  });

  it('writes equal values alike', () => {
    expect(canonicalJson(read('{"b":[{"d":1,"c":2},null],"a":"x"}'))).toBe(
      '{"a":"x","b":[{"c":2,"d":1},null]}',
    );
  });

  it('notices another destination of a secret, whatever blanks stand around it', () => {
    const stored = { host: 'db.example.com', port: 5432 };
    const names = ['host', 'port', 'tls'];
    expect(leadsElsewhere(names, { host: ' db.example.com ', port: 5432, tls: '' }, stored)).toBe(false);
    expect(leadsElsewhere(names, { ...stored, host: 'evil.example.com' }, stored)).toBe(true);
    expect(leadsElsewhere(names, { host: 'db.example.com' }, stored)).toBe(true);
    expect(leadsElsewhere(names, { ...stored, tls: false }, stored)).toBe(true);
    expect(leadsElsewhere(['toString'], {}, {})).toBe(false);
  });
});

describe('plain values', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

  it.each<[unknown, string | undefined]>([
    [{ a: [null, true, 'b', 1.5] }, undefined],
    [read('[9007199254740993]'), undefined],
    [[Number.NaN], 'This is not a number.'],
    [{ a: Infinity }, 'This is not a number.'],
    [[undefined], 'Please enter a text, a number, a list or an object here.'],
    [nested(24), undefined],
    [nested(25), 'This is nested too deeply. Please make it flatter.'],
  ])('%j', (value, why) => {
    expect(whyNotPlain(value)).toBe(why);
  });
});
