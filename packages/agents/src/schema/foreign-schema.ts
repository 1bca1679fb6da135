import { Validator } from '@cfworker/json-schema';
import type { JsonSchema } from '../agent.ts';
import { longestSchema } from './check-value.ts';

/** The deepest nesting of a schema that somebody else wrote. */
const mostDepth = 40;

const isWithin = (value: unknown, depth: number): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1));
};

/** The schemas that a schema refers to. What is outside of it is never loaded. */
const leadsOutside = (text: string): boolean => /"\$(?:dynamicR|r)ef":"(?!#)/.test(text);

/**
 * Returns why arguments cannot be described with a schema of somebody else; undefined when they can. Keywords that are not known here are
 * left to their author, who checks the arguments too.
 */
export const foreignSchemaProblem = (schema: JsonSchema): string | undefined => {
  if (!isWithin(schema, mostDepth)) return 'The description of its arguments is nested too deeply.';
  const text = JSON.stringify(schema);
  if (text.length > longestSchema)
    return `The description of its arguments is longer than ${longestSchema / 1024} KB.`;
  if (schema['type'] !== 'object') return 'Its arguments are not described as an object.';
  if (leadsOutside(text)) return 'The description of its arguments refers to another document.';
  try {
    new Validator(schema, '2020-12', false);
    return undefined;
  } catch {
    return 'The description of its arguments cannot be read.';
  }
};
