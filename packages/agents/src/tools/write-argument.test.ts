import type { ArgumentWriting } from '@atelier/contracts/assistants/tools/tool-shapes';
import type { JsonValue } from '@atelier/contracts/fields/field-values';
import { describe, expect, it } from 'vitest';
import { RequestError } from './request-error.ts';
import { writeCookies, writeInHeader, writeInPath, writePairs } from './write-argument.ts';

type Style = ArgumentWriting['style'];
const writing = (style: Style, explode: boolean, more: Partial<ArgumentWriting> = {}): ArgumentWriting => ({
  ...{ style, explode, allowReserved: false },
  ...more,
});
const colours = ['blue', 'black', 'brown'];
const shades = { R: 100, G: 200, B: 150 };
/** Of an empty text, a text, a list and an object. */
const all: JsonValue[] = ['', 'blue', colours, shades];

/** The examples of OpenAPI 3.1, “Style Examples”. */
describe('the styles of OpenAPI', () => {
  it.each<[Style, boolean, string[]]>([
    ['MATRIX', false, [';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150']],
    ['MATRIX', true, [';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150']],
    ['LABEL', false, ['.', '.blue', '.blue,black,brown', '.R,100,G,200,B,150']],
    ['LABEL', true, ['.', '.blue', '.blue.black.brown', '.R=100.G=200.B=150']],
    ['SIMPLE', false, ['', 'blue', 'blue,black,brown', 'R,100,G,200,B,150']],
    ['SIMPLE', true, ['', 'blue', 'blue,black,brown', 'R=100,G=200,B=150']],
  ])('%s in a path, exploded: %s', (style, explode, written) => {
    expect(all.map((value) => writeInPath(value, 'color', writing(style, explode)))).toEqual(written);
  });

  it.each<[Style, boolean, string[]]>([
    ['FORM', false, ['color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150']],
    ['FORM', true, ['color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150']],
    [
      'SPACE_DELIMITED',
      false,
      ['color=', 'color=blue', 'color=blue%20black%20brown', 'color=R%20100%20G%20200%20B%20150'],
    ],
    [
      'PIPE_DELIMITED',
      false,
      ['color=', 'color=blue', 'color=blue%7Cblack%7Cbrown', 'color=R%7C100%7CG%7C200%7CB%7C150'],
    ],
    [
      'DEEP_OBJECT',
      true,
      [
        'color=',
        'color=blue',
        'color=blue&color=black&color=brown',
        'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
      ],
    ],
  ])('%s in a query, exploded: %s', (style, explode, written) => {
    expect(all.map((value) => writePairs('color', value, writing(style, explode)).join('&'))).toEqual(
      written,
    );
  });

  it.each<[boolean, string[]]>([
    [false, ['', 'blue', 'blue,black,brown', 'R,100,G,200,B,150']],
    [true, ['', 'blue', 'blue,black,brown', 'R=100,G=200,B=150']],
  ])('in a header, exploded: %s', (explode, written) => {
    expect(all.map((value) => writeInHeader(value, writing('SIMPLE', explode)))).toEqual(written);
  });

  it.each<[Style, boolean, string[]]>([
    ['COOKIE', false, ['color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150']],
    ['COOKIE', true, ['color=', 'color=blue', 'color=blue; color=black; color=brown', 'R=100; G=200; B=150']],
    ['FORM', true, ['color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150']],
  ])('%s in cookies, exploded: %s', (style, explode, written) => {
    expect(all.map((value) => writeCookies('color', value, writing(style, explode)))).toEqual(written);
  });
});

describe('without a rule', () => {
  it('repeats lists in a query, and writes the rest as JSON', () => {
    expect(writePairs('a b', ['x y', null, { c: 1 }], undefined)).toEqual([
      ...['a%20b=x%20y', 'a%20b=', 'a%20b=%7B%22c%22%3A1%7D'],
    ]);
    expect(writePairs('a', shades, undefined)).toEqual([
      'a=%7B%22R%22%3A100%2C%22G%22%3A200%2C%22B%22%3A150%7D',
    ]);
    expect([writeInHeader(colours, undefined), writeInHeader('blue', undefined)]).toEqual([
      ...['["blue","black","brown"]', 'blue'],
    ]);
    expect(writeCookies('a', colours, undefined)).toBe('a=blue,black,brown');
  });
});

describe('what is nothing', () => {
  it('is not written, at any depth', () => {
    const inner = { a: null, b: { c: null, d: [1, null] } };
    expect(writePairs('x', inner, writing('DEEP_OBJECT', true))).toEqual(['x%5Bb%5D%5Bd%5D=1']);
    expect(writePairs('x', ['a', null], writing('FORM', true))).toEqual(['x=a']);
    expect(writeInPath(['a', null], 'x', writing('SIMPLE', false))).toBe('a');
    for (const value of [[], [null], {}, { a: null }])
      expect(writePairs('x', value, writing('FORM', true))).toEqual([]);
  });
});

describe('media types and reserved letters', () => {
  it('write a value as its media type says', () => {
    const json = writing('CONTENT', false, { contentType: 'application/problem+json; charset=utf-8' });
    const text = writing('CONTENT', false, { contentType: 'text/plain' });
    expect([writeInPath('a', 'x', json), writeInPath('a', 'x', text)]).toEqual(['%22a%22', 'a']);
    expect([writeInHeader('a', json), writeInHeader('a', text)]).toEqual(['"a"', 'a']);
    expect([writePairs('x', 'a', json), writePairs('x', 'a', text)]).toEqual([['x=%22a%22'], ['x=a']]);
  });

  it('take a whole query from one argument', () => {
    const form = writing('QUERY_STRING', false, { contentType: 'application/x-www-form-urlencoded' });
    const json = writing('QUERY_STRING', false, { contentType: 'application/json' });
    expect(writePairs('x', { a: [1, 2], b: 'c' }, form)).toEqual(['a=1', 'a=2', 'b=c']);
    expect(writePairs('x', 'a=1', form)).toEqual(['a%3D1']);
    expect(writePairs('x', { a: 1 }, json)).toEqual(['%7B%22a%22%3A1%7D']);
  });

  it('let reserved letters stay, but none that ends the part', () => {
    const open = { allowReserved: true };
    expect(writeInPath('a:b,c/d?e#f[g]', 'x', writing('SIMPLE', false, open))).toBe(
      'a:b,c%2Fd%3Fe%23f%5Bg%5D',
    );
    expect(writePairs('x', 'a:b/c?d&e#f+g', writing('FORM', true, open))).toEqual(['x=a:b/c?d%26e%23f%2Bg']);
    expect(writeInPath('a:b', 'x', writing('SIMPLE', false))).toBe('a%3Ab');
  });

  it('name a matrix parameter as its document does', () => {
    expect(writeInPath('a', 'x', writing('MATRIX', false, { name: 'the id' }))).toBe(';the%20id=a');
  });

  it('refuse what would end a cookie', () => {
    for (const value of ['a;b', 'a\nb', ['a', 'b;c'], { a: 'b\r' }])
      for (const explode of [true, false])
        expect(() => writeCookies('x', value, writing('COOKIE', explode))).toThrow(
          new RequestError('The value of a cookie must not contain “;” or line breaks.'),
        );
  });
});
