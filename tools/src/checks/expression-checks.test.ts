import { describe, expect, it } from 'vitest';
import { expressionChecks } from './expression-checks.ts';

const product = 'packages/retrieval/src/queries/expand-query.ts';
const findingsFor = (text: string, path = product) =>
  expressionChecks.flatMap((check) => check.run({ root: '.', files: [{ path, text }] }));

const joint = String.raw`/\s*(?:[;?]|,?\s+(?:and|or)\s+|,)\s*/iu`;

describe('expressions on text of strangers', () => {
  it.each([
    ['two that trade letters', joint],
    ['one that repeats itself', String.raw`/^(?:a+)+$/`],
    ['one that is nested in another', String.raw`/^(?:\w+\s?)*$/`],
    ['a beginning that is tried at each letter', String.raw`/\s+$/`],
    ['lines that are read again from each letter', String.raw`/([^\n]*[^\n\s])([ \t]*\r?\n)/g`],
  ])('are refused when they have %s', (_name, literal) => {
    const [finding, ...more] = findingsFor(`const one = 1;\nconst pattern = ${literal};`);
    expect([finding?.line, more]).toEqual([2, []]);
    expect(finding?.message).toContain(literal);
  });

  it('are refused when they are put together, unless the line above says why they are linear', () => {
    const text = 'const pattern = new RegExp(`${word}+`);';
    expect(findingsFor(text).map(({ line }) => line)).toEqual([1]);
    expect(findingsFor(`// expression-is-made: a constant list of words\n${text}`)).toEqual([]);
    expect(findingsFor(`// expression-is-made:\n${text}`)).toHaveLength(1);
    expect(findingsFor(`// expression-is-linear: at most 20 letters\nconst pattern = ${joint};`)).toEqual([]);
  });

  it.each([String.raw`/^\s*(?:\d+\s*)?$/`, String.raw`/(?<!\/)\/+$/`, String.raw`/[;?,]|,? (?:and|or) /iu`])(
    'pass as %s',
    (literal) => {
      expect(findingsFor(`const pattern = ${literal};`)).toEqual([]);
    },
  );

  it.each([
    "import { Validator } from '@cfworker/json-schema';",
    "import Ajv from 'ajv/dist/2020.js';",
    "import { RE2JS } from 're2js';",
    'const form = z.fromJSONSchema(schema);',
  ])('are run by nothing but the reader of schemas: %s', (line) => {
    expect(findingsFor(`const one = 1;\n${line}`).map((finding) => finding.line)).toEqual([2]);
    expect(findingsFor(line, 'packages/agents/src/schema/checking/pattern.ts')).toEqual([]);
  });

  it('may be anything in tests', () => {
    expect(findingsFor(`const pattern = ${joint};`, 'packages/retrieval/src/a.test.ts')).toEqual([]);
  });
});
