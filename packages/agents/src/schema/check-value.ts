import type { JsonSchema } from '../agent.ts';
import { SchemaChecking } from './checking/checking.ts';
import type { Problem } from './checking/verdict.ts';

/** A value and the schema that it has to fit. */
export interface SchemaCheck {
  schema: JsonSchema;
  value: unknown;
}

/** The most problems that are named. */
const mostProblems = 20;

const sentence = ({ way, message }: Problem): string =>
  way === '' ? message.charAt(0).toUpperCase() + message.slice(1) : `At "${way}": ${message}`;

/**
 * Returns what in a value does not fit its JSON Schema, one sentence each. It interprets the schema in its own draft and makes no code from it.
 * Rules that cannot be applied, because they are wrong or take too long, are left out: nothing that fits is refused, and nothing is thrown. It takes a
 * quarter of a second at most, so that somebody else's schema belongs into a thread.
 */
export const checkValue = ({ schema, value }: SchemaCheck): string[] =>
  new SchemaChecking(schema).check(value).problems.slice(0, mostProblems).map(sentence);

/** The same as texts of JSON. */
export interface WrittenCheck {
  schema: string;
  value: string;
}

const longestQuickSchema = 8192;
const longestQuickValue = 16_384;
/** The most pairs of a letter of the schema and a letter of the value. */
const mostQuickPairs = 4_000_000;

const slowWords =
  /"(?:pattern|patternProperties|format|uniqueItems|\$ref|\$dynamicRef|\$recursiveRef|unevaluatedItems|unevaluatedProperties)"/;

/** True for schemas and values that are checked within a few milliseconds at worst: no patterns, no references, and little text. */
export const isQuickCheck = ({ schema, value }: WrittenCheck): boolean =>
  schema.length <= longestQuickSchema &&
  value.length <= longestQuickValue &&
  schema.length * value.length <= mostQuickPairs &&
  !slowWords.test(schema);
