import { isSchemaObject } from './keywords.ts';

/** The drafts of JSON Schema that are read, in their order. */
export type Draft = 4 | 6 | 7 | 2019 | 2020;

const byName: readonly [RegExp, Draft][] = [
  [/draft-0?4/, 4],
  [/draft-0?6/, 6],
  [/draft-0?7/, 7],
  [/2019-09/, 2019],
];

/** Returns the draft that a schema names; the newest one where it names none. */
export const detectDraft = (schema: unknown): Draft => {
  const named = isSchemaObject(schema) ? schema['$schema'] : undefined;
  if (typeof named !== 'string') return 2020;
  return byName.find(([form]) => form.test(named))?.[1] ?? 2020;
};
