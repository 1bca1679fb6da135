import type { Draft } from './draft.ts';
import { isSchemaObject, ofList, ofNamed, type SchemaObject } from './keywords.ts';

const types: ReadonlySet<unknown> = new Set([
  ...['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'],
]);

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
const isCount = (value: unknown): boolean => typeof value === 'number' && value >= 0;
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isText = (value: unknown): boolean => typeof value === 'string';
const isLimit = (value: unknown): boolean => typeof value === 'number' || typeof value === 'boolean';

const counts = [
  ...['maxLength', 'minLength', 'maxItems', 'minItems', 'maxContains', 'minContains'],
  ...['maxProperties', 'minProperties'],
];

/** The valid values of keywords. Of other keywords, nothing is known. */
const forms = new Map<string, (value: unknown) => boolean>([
  ...counts.map((word) => [word, isCount] as const),
  ...['multipleOf', 'minimum', 'maximum'].map((word) => [word, isNumber] as const),
  ...['exclusiveMinimum', 'exclusiveMaximum'].map((word) => [word, isLimit] as const),
  ...['pattern', 'format', '$ref', '$dynamicRef'].map((word) => [word, isText] as const),
  ...ofList.map((word) => [word, (value: unknown) => Array.isArray(value) && value.length > 0] as const),
  ...ofNamed.map((word) => [word, isSchemaObject] as const),
  ['uniqueItems', (value) => typeof value === 'boolean'],
  ['enum', (value) => Array.isArray(value)],
  ['required', isTexts],
  [
    'type',
    (value) =>
      Array.isArray(value) ? value.length > 0 && value.every((each) => types.has(each)) : types.has(value),
  ],
]);

/** Returns the keywords of a schema whose values they cannot have. In older drafts, only the reference counts beside one. */
export const wrongWords = (schema: SchemaObject, draft: Draft): string[] => {
  const words = draft <= 7 && typeof schema['$ref'] === 'string' ? ['$ref'] : Object.keys(schema);
  return words.filter((word) => forms.get(word)?.(schema[word]) === false);
};
