import type { JsonSchema } from '../chat-model.ts';
import type { ProviderKind } from '../provider-config.ts';
import { asArray, asRecord, type JsonRecord } from '../read-json.ts';
import { hoistReferences } from './hoist-references.ts';
import { dataKeywords, geminiKeywords, namedSchemas, oneSchema, schemaLists } from './keywords.ts';
import { isOfObject, openRoot } from './open-root.ts';

/** Deeper parts of a schema are left out; nothing that a model fills in is that deep. */
const mostDepth = 60;

/** True for a schema that nothing fits. A property with it must be missing. */
const isNever = (schema: unknown): boolean => {
  const not = asRecord(schema)?.['not'];
  const excluded = asRecord(not);
  return schema === false || not === true || (excluded !== undefined && Object.keys(excluded).length === 0);
};

/** Draft 04 says with `exclusiveMinimum: true` that the `minimum` itself is too small; later drafts have the number there. */
const withBound = (schema: JsonRecord, bound: 'minimum' | 'maximum', exclusive: string): JsonRecord => {
  const { [exclusive]: isExclusive, [bound]: limit, ...rest } = schema;
  if (typeof isExclusive !== 'boolean') return schema;
  if (limit === undefined) return rest;
  return { ...rest, [isExclusive ? exclusive : bound]: limit };
};

const typesOf = ({ type }: JsonRecord): unknown[] => (Array.isArray(type) ? type : [type]);

/** Providers want to know what a list contains. A list of fixed places, as older drafts write it, is one of any of their kinds. */
const withItems = (schema: JsonRecord): JsonRecord => {
  if (Array.isArray(schema['items'])) {
    const { items, additionalItems: _more, ...rest } = schema;
    return { ...rest, items: asArray(items).length === 0 ? {} : { anyOf: asArray(items) } };
  }
  return typesOf(schema).includes('array') && schema['items'] === undefined
    ? { ...schema, items: {} }
    : schema;
};

/** Leaves out properties that must be missing, which providers refuse. */
const withoutNever = (schema: JsonRecord): JsonRecord => {
  const properties = asRecord(schema['properties']);
  if (!properties || !Object.values(properties).some(isNever)) return schema;
  const kept = Object.entries(properties).filter(([, each]) => !isNever(each));
  return { ...schema, properties: Object.fromEntries(kept) };
};

const isMeant = (kind: ProviderKind, keyword: string, value: unknown): boolean => {
  if (dataKeywords.has(keyword)) return kind !== 'google' || geminiKeywords.has(keyword);
  if (value === null || value === undefined) return false;
  if (keyword === 'not' && isNever({ not: value })) return false;
  return kind !== 'google' || geminiKeywords.has(keyword);
};

/** Returns the keywords that Gemini allows beside a reference. */
const besideReference = (schema: JsonRecord): JsonRecord => ({ $ref: schema['$ref'] });

class Adapting {
  readonly #kind: ProviderKind;

  constructor(kind: ProviderKind) {
    this.#kind = kind;
  }

  schema(given: unknown, depth: number): JsonRecord {
    const record = asRecord(given);
    if (!record || depth > mostDepth) return {};
    let schema = withItems(withoutNever(record));
    schema = withBound(schema, 'minimum', 'exclusiveMinimum');
    schema = withBound(schema, 'maximum', 'exclusiveMaximum');
    if (this.#kind === 'google' && typeof schema['$ref'] === 'string') return besideReference(schema);
    const entries = Object.entries(schema).filter(([keyword, value]) => isMeant(this.#kind, keyword, value));
    return Object.fromEntries(
      entries.map(([keyword, value]) => [keyword, this.#value(keyword, value, depth + 1)]),
    );
  }

  #value(keyword: string, value: unknown, depth: number): unknown {
    if (dataKeywords.has(keyword)) return value;
    // Both say whether more is allowed at all.
    const isSwitch = keyword === 'additionalProperties' || keyword.startsWith('unevaluated');
    if (oneSchema.has(keyword))
      return isSwitch && typeof value === 'boolean' ? value : this.schema(value, depth);
    if (schemaLists.has(keyword)) return asArray(value).map((each) => this.schema(each, depth));
    if (!namedSchemas.has(keyword)) return value;
    const named = Object.entries(asRecord(value) ?? {});
    return Object.fromEntries(named.map(([name, each]) => [name, this.schema(each, depth)]));
  }
}

/**
 * Returns the schema of a tool's arguments as a provider takes it. Everything that it says stays, as far as the provider understands it; whoever
 * makes the call checks the arguments against the schema itself. No provider takes a reference outside of `$defs`, a list without `items`,
 * alternatives at the top, a keyword that is null, or the bounds of draft 04.
 */
export const adaptSchema = (schema: JsonSchema, kind: ProviderKind): JsonSchema => {
  const { $schema: _draft, $id: _id, ...rest } = openRoot(hoistReferences(schema));
  return new Adapting(kind).schema(rest, 0);
};

/** Gemini, and servers that write a grammar from the schema, take any value. */
const objectsOnly: ReadonlySet<ProviderKind> = new Set([
  ...(['openai', 'azure', 'anthropic', 'bedrock', 'groq', 'mistral'] as const),
]);

/**
 * Returns the schema of an answer as a provider takes it, by the rules for the arguments of tools; undefined for an answer that is no
 * object, where the provider takes objects only. Whoever asked checks the answer against the schema itself.
 */
export const adaptAnswerSchema = (schema: JsonSchema, kind: ProviderKind): JsonSchema | undefined => {
  const hoisted = hoistReferences(schema);
  if (isOfObject(hoisted)) return adaptSchema(schema, kind);
  const { $schema: _draft, $id: _id, ...rest } = hoisted;
  return objectsOnly.has(kind) ? undefined : new Adapting(kind).schema(rest, 0);
};
