import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkSchema } from './check-schema.ts';
import { checkValue } from './check-value.ts';

const folder = new URL(
  '../../../../node_modules/.cache/test-data/json-schema/draft2020-12/',
  import.meta.url,
);

interface Group {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const groupsOf = (file: string) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Group[];

const isObject = (schema: unknown): schema is Record<string, unknown> =>
  typeof schema === 'object' && schema !== null;

/** Schemas that a tool may have. All others are refused when the tool is saved. */
const isUsable = (schema: unknown): schema is Record<string, unknown> =>
  isObject(schema) && checkSchema(schema).length === 0;

const fails = (schema: Record<string, unknown>, data: unknown): boolean =>
  checkValue({ schema, value: data }).length > 0;

const wrong = (file: string): string[] =>
  groupsOf(file).flatMap(({ description, schema, tests }) =>
    isUsable(schema)
      ? tests
          .filter(({ data, valid }) => fails(schema, data) === valid)
          .map((test) => `${description}: ${test.description}`)
      : [],
  );

describe('the official test suite of JSON Schema, draft 2020-12', () => {
  it('is here in full', () => {
    expect(files.length).toBeGreaterThan(40);
  });

  it.each(files.filter((file) => file !== 'format.json'))(
    '%s: is judged as the suite does, or refused as a schema',
    (file) => {
      expect(wrong(file)).toEqual([]);
    },
  );

  it('is judged more strictly for formats alone, which are checked and not only noted', () => {
    const differing = wrong('format.json');
    expect(differing.length).toBeGreaterThan(10);
    for (const name of differing) expect(name).toMatch(/string is only an annotation by default$/);
  });

  it('has schemas that are refused for these keywords and references alone', () => {
    const schemas = files.flatMap((file) => groupsOf(file).map(({ schema }) => schema)).filter(isObject);
    const usable = schemas.filter(isUsable);
    const reasons = schemas.flatMap((schema) => checkSchema(schema));
    const keywords = reasons.map((reason) => /uses “(.+)”/.exec(reason)?.[1] ?? reason);
    expect(usable.length).toBeGreaterThan(200);
    expect([...new Set(keywords)].toSorted()).toEqual([
      ...['$dynamicRef', '$id', expect.stringContaining('“$ref” may only lead to another place in the same')],
      ...['contentSchema', 'unevaluatedItems', 'unevaluatedProperties'],
    ]);
  });
});
