import type { ToolSchema } from '@atelier/contracts/assistants/tools/tool-shapes';
import { isObject, type JsonValue } from '@atelier/contracts/fields/field-values';
import { knownKeywords } from '../../schema/checking/keywords.ts';

/** The most schemas of one operation and of all of them, once their references are written out, and their deepest nesting. */
const mostSchemas = 2000;
const mostOfDocument = 20_000;
const mostDepth = 12;
/** The most references in a row. */
const mostHops = 20;

type Json = Record<string, JsonValue>;

const unescaped = (part: string): string =>
  decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns what a reference inside a document leads to. References to other documents lead to nothing. */
const resolveReference = (document: Json, ref: string): JsonValue | undefined => {
  if (!ref.startsWith('#/')) return undefined;
  let value: JsonValue | undefined = document;
  for (const part of ref.slice(2).split('/')) {
    const key = unescaped(part);
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
};

/** Follows references from a value until there is none. Returns undefined when they lead nowhere, or in a circle. */
export const follow = (document: Json, value: JsonValue | undefined): Json | undefined => {
  let found = value;
  for (let hop = 0; hop < mostHops; hop += 1) {
    if (!isObject(found)) return undefined;
    const ref = found['$ref'];
    if (typeof ref !== 'string') return found;
    found = resolveReference(document, ref);
  }
  return undefined;
};

/** The forms of OpenAPI 3.0 that JSON Schema writes in another way. */
const modern = ({ nullable, ...schema }: Json): Json => {
  const limits = Object.fromEntries(
    [['exclusiveMinimum', 'minimum'] as const, ['exclusiveMaximum', 'maximum'] as const].flatMap(
      ([strict, limit]): [string, JsonValue | undefined][] => {
        if (typeof schema[strict] !== 'boolean') return [];
        return schema[strict]
          ? [
              [strict, schema[limit]],
              [limit, undefined],
            ]
          : [[strict, undefined]];
      },
    ),
  );
  const merged = Object.fromEntries(
    Object.entries({ ...schema, ...limits }).filter(([, value]) => value !== undefined),
  ) as Json;
  if (nullable !== true) return merged;
  const values = merged['enum'];
  return {
    ...merged,
    ...(typeof merged['type'] === 'string' ? { type: [merged['type'], 'null'] } : {}),
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
};

const ofNamed = ['properties', 'patternProperties', 'dependentSchemas'];
const ofList = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const ofOne = ['items', 'contains', 'additionalProperties', 'propertyNames', 'not', 'if', 'then', 'else'];
/** Says nothing to the model, or nothing that it may rely on. */
const leftOut = new Set(['$defs', 'definitions', '$schema', '$comment', 'examples', 'readOnly', 'writeOnly']);

/** Counts the schemas of all operations of a document. */
export class SchemaCount {
  #left = mostOfDocument;

  /** True when no more schemas are read. */
  get isUsedUp(): boolean {
    return this.#left < 0;
  }

  take(): void {
    this.#left -= 1;
  }
}

/** Writes out the references of the schemas of one operation. What is nested too deeply, too large or in a circle becomes “anything”. */
export class SchemaReader {
  readonly #document: Json;
  readonly #count: SchemaCount;
  #left = mostSchemas;

  constructor(document: Json, count: SchemaCount) {
    this.#document = document;
    this.#count = count;
  }

  read(value: JsonValue | undefined, depth = 0): ToolSchema {
    this.#left -= 1;
    this.#count.take();
    if (depth > mostDepth || this.#left < 0 || this.#count.isUsedUp) return {};
    const schema = follow(this.#document, value);
    if (!schema) return {};
    const kept = Object.entries(modern(schema)).filter(
      ([keyword]) => knownKeywords.has(keyword) && !leftOut.has(keyword),
    );
    return Object.fromEntries(
      kept.map(([keyword, inner]) => [keyword, this.#inner(keyword, inner, depth + 1)]),
    );
  }

  #inner(keyword: string, value: JsonValue, depth: number): JsonValue {
    if (ofNamed.includes(keyword) && isObject(value))
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#one(each, depth)]));
    if (ofList.includes(keyword) && Array.isArray(value)) return value.map((each) => this.#one(each, depth));
    return ofOne.includes(keyword) ? this.#one(value, depth) : value;
  }

  #one(value: JsonValue, depth: number): JsonValue {
    return typeof value === 'boolean' ? value : this.read(value, depth);
  }
}
