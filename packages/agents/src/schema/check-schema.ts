import { Validator } from '@cfworker/json-schema';
import type { JsonSchema } from '../agent.ts';
import { longestSchema } from './check-value.ts';

/** Keywords that only describe. */
const annotations = [
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly', '$comment'],
  ...['$schema', 'contentEncoding', 'contentMediaType', 'format'],
];
/** Keywords whose value is no schema. */
const simple = [
  ...['type', 'enum', 'const', 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
  ...[
    'maxLength',
    'minLength',
    'pattern',
    'maxItems',
    'minItems',
    'uniqueItems',
    'maxContains',
    'minContains',
  ],
  ...['maxProperties', 'minProperties', 'required', 'dependentRequired', '$ref'],
];
const ofSchema = [
  ...['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'],
];
const ofSchemas = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const ofNamedSchemas = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** The keywords of JSON Schema that schemas of tools may have. */
export const knownKeywords: ReadonlySet<string> = new Set([
  ...annotations,
  ...simple,
  ...ofSchema,
  ...ofSchemas,
  ...ofNamedSchemas,
]);

/** The deepest nesting of schemas. */
const mostDepth = 30;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the value of a keyword with `change` applied to each schema directly inside it. */
export const schemaPlaces = (
  keyword: string,
  value: unknown,
  change: (schema: unknown) => unknown,
): unknown => {
  if (ofSchema.includes(keyword)) return change(value);
  if (ofSchemas.includes(keyword)) return Array.isArray(value) ? value.map(change) : value;
  if (!ofNamedSchemas.includes(keyword) || !isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, change(schema)]));
};

/** Returns the schemas directly inside a schema. */
const innerSchemas = (schema: Record<string, unknown>): unknown[] =>
  Object.entries(schema).flatMap(([keyword, value]): unknown[] => {
    if (ofSchema.includes(keyword)) return [value];
    if (ofSchemas.includes(keyword)) return Array.isArray(value) ? value : [value];
    if (ofNamedSchemas.includes(keyword)) return isPlainObject(value) ? Object.values(value) : [value];
    return [];
  });

const problemOf = (schema: Record<string, unknown>): string | undefined => {
  const unknown = Object.keys(schema).find((keyword) => !knownKeywords.has(keyword));
  if (unknown !== undefined) return `The schema uses “${unknown}”, which is not supported here.`;
  const ref = schema['$ref'];
  if (ref !== undefined && (typeof ref !== 'string' || !/^#(?:\/|$)/.test(ref)))
    return 'A “$ref” may only lead to another place in the same schema, such as "#/$defs/name".';
  return undefined;
};

const firstProblem = (schema: unknown, depth: number): string | undefined => {
  if (typeof schema === 'boolean') return undefined;
  if (!isPlainObject(schema)) return 'A schema must be a JSON object, true or false.';
  if (depth > mostDepth) return `The schema is nested more than ${mostDepth} times.`;
  const own = problemOf(schema);
  if (own !== undefined) return own;
  for (const inner of innerSchemas(schema)) {
    const found = firstProblem(inner, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Returns why a schema cannot be used, as sentences; none when it can. */
export const checkSchema = (schema: JsonSchema): string[] => {
  if (JSON.stringify(schema).length > longestSchema)
    return [`The schema is longer than ${longestSchema / 1024} KB.`];
  const problem = firstProblem(schema, 0);
  if (problem !== undefined) return [problem];
  try {
    new Validator(schema, '2020-12', false);
    return [];
  } catch (error) {
    return [`The schema cannot be read: ${error instanceof Error ? error.message : String(error)}`];
  }
};
