import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SchemaChecking } from './checking/checking.ts';

const folder = new URL('../../../../node_modules/.cache/test-data/json-schema/', import.meta.url);

interface Group {
  description: string;
  schema: unknown;
  tests: { description: string; data: unknown; valid: boolean }[];
}

const names = {
  draft4: 'http://json-schema.org/draft-04/schema#',
  draft6: 'http://json-schema.org/draft-06/schema#',
  draft7: 'http://json-schema.org/draft-07/schema#',
  'draft2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
};
type Draft = keyof typeof names;
const drafts = Object.keys(names) as Draft[];

const filesOf = (draft: Draft, part = '') =>
  readdirSync(new URL(`${draft}/${part}`, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => part + name);

const named = (schema: unknown, draft: Draft): unknown =>
  typeof schema === 'object' ? { $schema: names[draft], ...schema } : schema;

/** Judges each value of a file. A doubt is no judgement. */
const judge = (draft: Draft, file: string) => {
  const groups = JSON.parse(readFileSync(new URL(`${draft}/${file}`, folder), 'utf8')) as Group[];
  return groups.flatMap(({ description, schema, tests }) =>
    tests.map(({ description: what, data, valid }) => {
      const { fits, isSure } = new SchemaChecking(named(schema, draft)).check(data);
      const name = `${file}: ${description}: ${what}`;
      return { name, description, valid, fits, isDoubtful: fits && !isSure };
    }),
  );
};

const wrong = (draft: Draft, file: string): string[] =>
  judge(draft, file)
    .filter(({ fits, valid, isDoubtful }) => !isDoubtful && fits !== valid)
    .map(({ name }) => name);

/** A metaschema of one's own can say that keywords mean nothing. It is not loaded. */
const ofOtherMetaschema = /vocabulary\.json: .*: no validation: invalid number, but it still validates$/;

describe('the official test suite of JSON Schema', () => {
  it.each(drafts)('is here in full: %s', (draft) => {
    expect(filesOf(draft).length).toBeGreaterThan(25);
  });

  it.each(drafts)('%s is judged as the suite does, but for formats, which only describe there', (draft) => {
    const files = filesOf(draft).filter((file) => file !== 'format.json');
    const found = files.flatMap((file) => wrong(draft, file));
    expect(found.filter((name) => !ofOtherMetaschema.test(name))).toEqual([]);
    expect(found.length).toBeLessThanOrEqual(1);
  });

  it.each(drafts)('%s leaves a doubt only where another document would have to be loaded', (draft) => {
    const doubtful = filesOf(draft)
      .flatMap((file) => judge(draft, file))
      .filter(({ isDoubtful }) => isDoubtful)
      .map(({ name }) => name);
    expect(doubtful.length).toBeGreaterThan(0);
    for (const name of doubtful)
      expect(name).toMatch(
        /^refRemote\.json|remote ref|metaschema|dynamicRef\.json: (?:strict-tree|tests for|\$ref)/,
      );
  });

  it.each(drafts.filter((draft) => draft !== 'draft6'))(
    '%s: patterns are judged as JavaScript does, and no text is refused that has its format',
    (draft) => {
      const optional = ['ecmascript-regex.json', 'non-bmp-regex.json', 'float-overflow.json'];
      expect(optional.flatMap((file) => wrong(draft, `optional/${file}`))).toEqual([]);
      const formats = filesOf(draft, 'optional/format/').flatMap((file) => judge(draft, file));
      expect(formats.length).toBeGreaterThan(100);
      expect(formats.filter(({ valid, fits }) => valid && !fits)).toEqual([]);
    },
  );
});
