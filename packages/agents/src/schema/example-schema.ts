import type { JsonSchema } from '../agent.ts';

/** The most fields of an object and the deepest nesting that become a schema, and the characters of a value that describe one. */
const mostFields = 50;
const mostDepth = 4;
const longestValue = 100;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for an example whose fields can be the arguments of a tool. */
export const hasFields = (example: unknown): example is Fields => {
  const count = isFields(example) ? Object.keys(example).length : 0;
  return count > 0 && count <= mostFields;
};

const inferProperties = (example: Fields, depth: number): JsonSchema =>
  Object.fromEntries(
    Object.entries(example)
      .slice(0, mostFields)
      .map(([name, value]) => [name, inferSchema(value, depth + 1)]),
  );

const inferScalarSchema = (value: unknown): JsonSchema => {
  const text = JSON.stringify(value) ?? '';
  const described = text.length > longestValue ? {} : { description: `For example: ${text}` };
  return value === null ? {} : { type: typeof value, ...described };
};

/** Nothing is required: an example does not say what may be missing. */
const inferSchema = (value: unknown, depth: number): JsonSchema => {
  if (Array.isArray(value))
    return {
      type: 'array',
      ...(value.length > 0 && depth < mostDepth && { items: inferSchema(value[0], depth + 1) }),
    };
  if (!isFields(value)) return inferScalarSchema(value);
  return { type: 'object', ...(depth < mostDepth && { properties: inferProperties(value, depth) }) };
};

/** Returns a JSON Schema of values that are like an example. */
export const exampleSchema = (example: unknown): JsonSchema => inferSchema(example, 0);
