import { Validator } from '@cfworker/json-schema';
import type { JsonSchema } from '../agent.ts';

/** A value and the schema that it has to fit. */
export interface SchemaCheck {
  schema: JsonSchema;
  value: unknown;
}

/** The most characters of a schema, as JSON, that is read. */
export const longestSchema = 64 * 1024;
/** The most problems that are named. */
const mostProblems = 20;

const sentence = (location: string, problem: string): string => {
  const path = location.replace(/^#\/?/, '');
  return path === '' ? problem : `At "${path}": ${problem}`;
};

/** The errors that only say that something inside them failed. */
const summaries = new Set(['properties', 'items', 'prefixItems', 'allOf', '$ref', 'additionalProperties']);

/**
 * Returns what in a value does not fit its JSON Schema (draft 2020-12), one sentence each. It interprets the schema and makes no code from it. Its
 * patterns are run as they are, so that somebody else's schema belongs into a thread. Throws for a schema that cannot be read.
 */
export const checkValue = ({ schema, value }: SchemaCheck): string[] => {
  const { valid, errors } = new Validator(schema, '2020-12', false).validate(value);
  if (valid) return [];
  const told = errors.filter(({ keyword }) => !summaries.has(keyword));
  const shown = told.length > 0 ? told : errors;
  return shown.slice(0, mostProblems).map(({ instanceLocation, error }) => sentence(instanceLocation, error));
};

/** True for schemas and values that are checked within a few milliseconds at worst: no patterns, no references, and little text. */
export const isQuickCheck = ({ schema, value }: SchemaCheck): boolean => {
  const text = JSON.stringify(schema);
  return (
    text.length < 8192 &&
    !/"(?:pattern|patternProperties|format|\$ref|\$dynamicRef|uniqueItems)"/.test(text) &&
    JSON.stringify(value).length < 16_384
  );
};
