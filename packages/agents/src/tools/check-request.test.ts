import { ToolRequest } from '@atelier/contracts/assistants/tools/tool-shapes';
import { describe, expect, it } from 'vitest';
import { checkRequest } from './check-request.ts';

const argument = (name: string, change: object = {}) => ({
  ...{ name, description: '', isRequired: true, schema: { type: 'string' } },
  ...change,
});
const problems = (change: object) =>
  checkRequest(ToolRequest.parse({ url: 'https://api.example.com/orders', ...change })).map(
    ({ path, message }) => `${path}: ${message}`,
  );
const wrong = (change: object) => problems(change).join(' | ');

describe('a request of a tool', () => {
  it('is fine with each argument in a place', () => {
    expect(problems({})).toEqual([]);
    expect(
      problems({
        method: 'POST',
        url: 'http://api.example.com/orders/{id}?fixed=1',
        query: [{ name: 'q', value: '{q}' }],
        headers: [{ name: 'X-A', value: 'a {h}' }],
        bodyKind: 'JSON',
        body: '{"b": "{b}"}',
        parameters: [argument('id'), ...['q', 'h', 'b'].map((name) => argument(name, { isRequired: false }))],
      }),
    ).toEqual([]);
  });

  it.each([
    ['ftp://api.example.com', 'begins with https:// or http://'],
    ['see https://api.example.com', 'begins with https:// or http://'],
    ['https://', 'begins with https:// or http://'],
    ['https://{host}.example.com/', 'The site must be fixed'],
    ['https://user:secret@example.com/', 'use a connection'],
    ['https://api.example.com/a#b', 'must not contain “#”'],
    ['https://api.example.com/a?b={b}', 'as query parameters'],
  ])('may not have the address %s', (url, message) => {
    const parameters = url.includes('={b}') ? [argument('b', { isRequired: false })] : [];
    expect(problems({ url, parameters })[0]).toContain(message);
  });

  it.each([
    ['headers', 'Authorization', 'Bearer abc'],
    ['headers', 'authorization', 'Basic YTpi'],
    ['headers', 'Proxy-Authorization', 'abc'],
    ['headers', 'Cookie', 'sid=1'],
    ['headers', 'X-Api-Key', 'abc'],
    ['headers', 'apikey', 'abc'],
    ['headers', 'Ocp-Apim-Subscription-Key', 'abc'],
    ['headers', 'X-Auth-Token', 'abc {q}'],
    ['headers', 'X-Client-Secret', 'abc'],
    ['query', 'api_key', 'abc'],
    ['query', 'access_token', 'abc'],
    ['query', 'token', 'abc'],
  ])('may not hold a secret in its %s, which a connection hides: %s', (part, name, value) => {
    const parameters = value.includes('{q}') ? [argument('q', { isRequired: false })] : [];
    expect(wrong({ [part]: [{ name, value }], parameters })).toBe(
      `${part}.0.value: This is a secret, and everybody who may open the tool would read it. Please make a connection with it, and choose that connection here.`,
    );
  });

  it('may not hold a secret in its address', () => {
    expect(wrong({ url: 'https://api.example.com/orders?page=1&api_key=abc' })).toContain(
      'url: This is a secret',
    );
  });

  it.each([
    ['headers', 'Authorization', 'Bearer {q}'],
    ['headers', 'X-Api-Key', '{q}'],
    ['headers', 'X-Api-Key', ''],
    ['headers', 'X-Idempotency-Id', 'abc'],
    ['headers', 'Accept-Language', 'de'],
    ['query', 'key', 'ABC-1'],
    ['query', 'sort', 'key'],
  ])('may hold in its %s what is no secret, or what the model fills in: %s: %s', (part, name, value) => {
    const parameters = value.includes('{q}') ? [argument('q', { isRequired: false })] : [];
    expect(problems({ [part]: [{ name, value }], parameters })).toEqual([]);
  });

  it('has a body that fits its kind and its method', () => {
    for (const method of ['GET', 'HEAD'])
      expect(wrong({ method, bodyKind: 'TEXT' })).toBe(`bodyKind: A ${method} request has no body.`);
    expect(problems({ method: 'POST', bodyKind: 'TEXT', body: 'no {json' })).toEqual([]);
    expect(problems({ method: 'POST', bodyKind: 'NONE', body: '{nobody}' })).toEqual([]);
    expect(wrong({ method: 'POST', bodyKind: 'JSON', body: '{"a": }' })).toContain('body: Please enter JSON');
    for (const body of ['[1]', 'null', '"a"', '{'])
      expect(wrong({ method: 'POST', bodyKind: 'FORM', body }), body).toContain(
        'body: Please enter a JSON object',
      );
    expect(problems({ method: 'POST', bodyKind: 'JSON', body: '[1]' })).toEqual([]);
  });

  it('has each argument once, in a place, needed in the path, and with a schema that can be checked', () => {
    const url = 'https://api.example.com/{id}';
    expect(wrong({ url, parameters: [argument('id'), argument('id')] })).toBe(
      'parameters.1.name: There are two arguments “id”.',
    );
    expect(wrong({ url, parameters: [argument('id'), argument('other')] })).toContain(
      'parameters.1.name: “{other}” stands nowhere in the request',
    );
    expect(wrong({ url, parameters: [argument('id', { isRequired: false })] })).toBe(
      'parameters.0.isRequired: An argument that is part of the address cannot be left out.',
    );
    expect(wrong({ url, parameters: [argument('id', { schema: { typ: 'string' } })] })).toBe(
      'parameters.0.schema: The schema uses “typ”, which is not supported here.',
    );
    expect(wrong({ url })).toContain(
      'parameters: “{id}” stands in the request, but there is no argument “id”',
    );
  });
});
