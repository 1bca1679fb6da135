import { ToolRequest } from '@atelier/contracts/assistants/tools/tool-shapes';
import { describe, expect, it } from 'vitest';
import { argumentsSchema, fillRequest } from './fill-request.ts';
import { RequestError } from './request-error.ts';

const fill = (change: object, input: Parameters<typeof fillRequest>[1] = {}) =>
  fillRequest(ToolRequest.parse({ url: 'https://api.example.com/', ...change }), input);
const address = (url: string, input: Parameters<typeof fillRequest>[1]) => fill({ url }, input).url;

describe('the address of a filled request', () => {
  const order = 'https://api.example.com/orders/{id}/lines';

  it('keeps an argument in its part of the path', () => {
    expect(address(order, { id: 'a/../b?c#d' })).toBe(
      'https://api.example.com/orders/a%2F..%2Fb%3Fc%23d/lines',
    );
    expect(address(order, { id: 7 })).toBe('https://api.example.com/orders/7/lines');
    expect(address(order, { id: false })).toBe('https://api.example.com/orders/false/lines');
    expect(address(order, { id: '...' })).toBe('https://api.example.com/orders/.../lines');
  });

  it('needs its arguments, and none that leads elsewhere', () => {
    for (const id of ['', '.', '..'])
      expect(() => address(order, { id }), id).toThrow(
        new RequestError('An argument that is part of the address must not be empty, “.” or “..”.'),
      );
    for (const input of [{}, { id: null }])
      expect(() => address(order, input)).toThrow('The argument “id” is part of the address');
    expect(() => address('https://api.example.com/{toString}', {})).toThrow('“toString”');
    expect(address('https://api.example.com/{a}.{b}', { a: 'x', b: 'y' })).toBe(
      'https://api.example.com/x.y',
    );
    expect(() => address('https://api.example.com/.{a}', { a: '.' })).toThrow(RequestError);
    expect(address('https://api.example.com/v.{a}', { a: 'x' })).toBe('https://api.example.com/v.x');
  });
});

describe('the values of a filled request', () => {
  it('stay what they are when they are all of a value, and become text inside of one', () => {
    const query = [
      { name: 'a', value: '{a}' },
      { name: 'b', value: 'is {a}' },
      { name: 'c', value: '{none}' },
      { name: 'd', value: 'none: {none}' },
      { name: 'n', value: '{nothing}' },
    ];
    expect(fill({ query }, { a: 5, nothing: null }).url).toBe(
      'https://api.example.com/?a=5&b=is%205&d=none%3A%20',
    );
  });

  it('of one name become a list, behind what the address has already', () => {
    const query = ['{a}', '{b}', 'c'].map((value) => ({ name: 'q', value }));
    const url = 'https://api.example.com/?fixed=1';
    expect(fill({ url, query }, { a: [1, 2], b: 3 }).url).toBe(`${url}&q=1&q=2&q=3&q=c`);
    expect(fill({ query: [{ name: 'q&', value: '{a}' }] }, { a: [{ b: 1 }] }).url).toBe(
      'https://api.example.com/?q%26=%7B%22b%22%3A1%7D',
    );
  });

  it('are text in headers', () => {
    const headers = [
      { name: 'X-A', value: '{a}' },
      { name: 'X-B', value: '{b}' },
    ];
    expect(fill({ headers }, { a: [1] }).headers).toEqual({ 'X-A': '[1]' });
  });
});

describe('the cookies of a filled request', () => {
  it('are one header, without those whose argument is left out', () => {
    const cookies = ['sid={a}', 'lang={b}', 'theme={none}', 'fixed=1; x={a}', 'n={nothing}'];
    const headers = cookies.map((value) => ({ name: 'Cookie', value }));
    expect(fill({ headers }, { a: 'x', b: 'de', nothing: null }).headers).toEqual({
      Cookie: 'sid=x; lang=de; fixed=1; x=x',
    });
    expect(fill({ headers: headers.slice(2, 3) }, {}).headers).toEqual({});
  });
});

describe('a part of a filled request', () => {
  const long =
    'With its arguments, a part of the request has more than 1,000,000 characters. Please send less.';
  const text = (count: number) =>
    fill({ method: 'POST', bodyKind: 'TEXT', body: 'a{x}b{x}c' }, { x: 'x'.repeat(count) });

  it('has a million characters at most, counted before it is made', () => {
    expect(text(499_995).body).toHaveLength(999_993);
    expect(() => text(500_001)).toThrow(new RequestError(long));
    const path = (count: number) => address('https://a.example/{x}', { x: 'x'.repeat(count) });
    expect(path(999_982)).toHaveLength(1_000_000);
    expect(() => path(999_983)).toThrow(new RequestError(long));
  });
});

describe('the body of a filled request', () => {
  const body = (
    bodyKind: string,
    text: string,
    input: Parameters<typeof fillRequest>[1],
    headers: object[] = [],
  ) => {
    const filled = fill({ method: 'POST', bodyKind, body: text, headers }, input);
    return [filled.body, filled.headers];
  };
  const json = { 'content-type': 'application/json' };

  it('is JSON with what is given, without what is not, and with what is nothing on purpose', () => {
    const template = '{"a":"{a}","b":{"c":"{b}","d":1},"e":["{a}","{b}","x{a}"],"n":"{n}"}';
    expect(body('JSON', template, { a: 2, n: null })).toEqual([
      '{"a":2,"b":{"d":1},"e":[2,"x2"],"n":null}',
      json,
    ]);
    expect(body('JSON', '"{body}"', {})).toEqual([null, {}]);
    expect(body('JSON', '"{body}"', { body: null })).toEqual(['null', json]);
    expect(body('JSON', '"{body}"', { body: '{"a":1}' })).toEqual(['"{\\"a\\":1}"', json]);
    expect(
      body('JSON', '"{body}"', { body: [] }, [
        { name: 'Content-Type', value: 'application/merge-patch+json' },
      ]),
    ).toEqual(['[]', { 'Content-Type': 'application/merge-patch+json' }]);
  });

  it('is a form with each value encoded', () => {
    expect(body('FORM', '{"a":"{a}","l":"{l}"}', { a: 'b c&d', l: [1, { x: 2 }] })).toEqual([
      'a=b%20c%26d&l=1&l=%7B%22x%22%3A2%7D',
      { 'content-type': 'application/x-www-form-urlencoded' },
    ]);
    expect(() => body('FORM', '"{body}"', { body: [1] })).toThrow('The body of a form must be an object.');
  });

  it('is plain text unless a header says otherwise, and may be none', () => {
    expect(body('TEXT', '{"a": {a}}', { a: 1 })).toEqual([
      '{"a": 1}',
      { 'content-type': 'text/plain; charset=utf-8' },
    ]);
    expect(body('TEXT', 'a', {}, [{ name: 'Content-Type', value: 'text/csv' }])[1]).toEqual({
      'Content-Type': 'text/csv',
    });
    expect(body('NONE', '{a}', { a: 1 })).toEqual([null, {}]);
  });
});

describe('the schema of the arguments', () => {
  it('describes each, and refuses others', () => {
    expect(
      argumentsSchema([
        { name: 'a', description: 'First', isRequired: true, schema: { type: 'string' } },
        { name: 'b', description: '', isRequired: false, schema: { type: 'number' } },
      ]),
    ).toEqual({
      type: 'object',
      properties: { a: { type: 'string', description: 'First' }, b: { type: 'number' } },
      required: ['a'],
      additionalProperties: false,
    });
  });
});
