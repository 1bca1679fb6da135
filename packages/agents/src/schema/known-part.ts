import type { JsonSchema } from '../agent.ts';
import { knownKeywords, schemaPlaces } from './check-schema.ts';

/** Keywords that change what other keywords mean. A schema with one of them cannot be checked in part. */
const binding = new Set([
  ...['$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveAnchor', '$recursiveRef', '$vocabulary'],
]);
/** Inside of these, a schema that says less refuses more. */
const turning = new Set(['not', 'if', 'oneOf', 'contains']);

/** Thrown where a part of a schema cannot be left out. */
class Unusable extends Error {}

const partOf = (schema: unknown, { isTurned, isRoot }: { isTurned: boolean; isRoot: boolean }): unknown => {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const kept = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    // References are local, so the name of the whole schema is not needed.
    if (keyword === '$id' && isRoot) return [];
    if (binding.has(keyword) || keyword === '$id') throw new Unusable();
    if (!knownKeywords.has(keyword)) {
      if (isTurned) throw new Unusable();
      return [];
    }
    const inner = { isTurned: isTurned || turning.has(keyword), isRoot: false };
    return [[keyword, schemaPlaces(keyword, value, (each) => partOf(each, inner))]];
  });
  return Object.fromEntries(kept);
};

/**
 * Returns what a schema of somebody else says with the keywords that are known here: a value that fits the schema fits this part too. Undefined
 * where nothing can be left out, because the part would refuse values that fit.
 */
export const knownPart = (schema: JsonSchema): JsonSchema | undefined => {
  try {
    return partOf(schema, { isTurned: false, isRoot: true }) as JsonSchema;
  } catch (error) {
    if (error instanceof Unusable) return undefined;
    throw error;
  }
};
