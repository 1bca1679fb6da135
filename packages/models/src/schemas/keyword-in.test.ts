import { expect, it } from 'vitest';
import { keywordIn } from './keyword-in.ts';

it.each([
  ["Invalid schema for function 'odd': In context=('properties', 'x'), array schema missing items.", 'items'],
  ["Invalid schema for response_format 'reply': In context=(), 'allOf' is not permitted.", 'allOf'],
  [
    '* GenerateContentRequest.tools[0].function_declarations[1].parameters.properties[x].items: missing field.',
    'items',
  ],
  ['tools[1].function.parameters: `not` is not supported', 'not'],
  ['The keyword “pattern” is not supported, nor is "format".', 'pattern'],
  ['minLength is not permitted', 'minLength'],
  ['The type of the description is not what is required.', null],
  ['tools.1.custom.input_schema: JSON schema is invalid.', null],
])('finds the keyword in “%s”', (message, keyword) => {
  expect(keywordIn(message)).toBe(keyword);
});
