import { describe, expect, it } from 'vitest';
import { hasLongNumber, parseMeasures } from './parse-measures.ts';

describe('texts of JSON that may have a number with more digits than a double keeps', () => {
  it.each(['1234567890123456', '{"n":0.12345678901234}', '[1e5]', '{"n":-2E-7}', '12e+30', '{"a": 1.5e3}'])(
    'are found: %s',
    (text) => expect(hasLongNumber(text)).toBe(true),
  );

  it.each([
    '123456789012345',
    '{"requestId":"req_01m8mf2x2s1w56j2fs9w9e1xbha00v9zw69ew"}',
    '{"id":"app_9e196e727"}',
    '{"colour":"a1e2"}',
    '[1.5,2]',
    '',
  ])('are not seen in: %s', (text) => expect(hasLongNumber(text)).toBe(false));

  it('are parsed where they are valid', () => {
    expect(parseMeasures('{"a":[1,"b"]}')).toEqual({ a: [1, 'b'] });
    expect(parseMeasures('{')).toBeUndefined();
  });
});
