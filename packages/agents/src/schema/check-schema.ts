import type { JsonSchema } from '../agent.ts';
import { innerSchemas, isSchemaObject, knownKeywords } from './checking/keywords.ts';
import { readSchema } from './read-schema.ts';

const unknownKeyword = (schema: unknown): string | undefined => {
  if (!isSchemaObject(schema)) return undefined;
  const own = Object.keys(schema).find((word) => !knownKeywords.has(word) && !word.startsWith('x-'));
  if (own !== undefined) return own;
  for (const { schema: inner } of innerSchemas(schema)) {
    const found = unknownKeyword(inner);
    if (found !== undefined) return found;
  }
  return undefined;
};

/**
 * Returns what whoever writes a schema here has to correct, as sentences: parts that nobody could check, and keywords that do not exist. Schemas
 * of others are read by `readSchema`, which leaves out what is wrong.
 */
export const checkSchema = (schema: JsonSchema): string[] => {
  const reading = readSchema(schema);
  if ('problem' in reading) return [reading.problem];
  const unknown = unknownKeyword(schema);
  const words = unknown === undefined ? [] : [`The schema uses “${unknown}”, which is not supported here.`];
  return [...words, ...reading.broken];
};
