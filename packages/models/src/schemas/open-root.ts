import { asArray, asRecord, type JsonRecord } from '../read-json.ts';

const combinations = ['allOf', 'anyOf', 'oneOf'] as const;
const refused = new Set<string>([...combinations, 'not', 'if', 'then', 'else', 'enum', 'const', '$ref']);

const resolved = (root: JsonRecord, schema: unknown): JsonRecord => {
  const record = asRecord(schema) ?? {};
  const name = typeof record['$ref'] === 'string' ? record['$ref'].slice('#/$defs/'.length) : undefined;
  return name === undefined ? record : { ...asRecord(asRecord(root['$defs'])?.[name]), ...record };
};

const namesIn = (schema: JsonRecord): string[] => asArray(schema['required']).map(String);

/** Adds the properties of the alternatives to those of the schema. Only what all of them require is required. */
const withBranches = (
  root: JsonRecord,
  schema: JsonRecord,
  { keyword, depth }: { keyword: (typeof combinations)[number]; depth: number },
): JsonRecord => {
  const branches = asArray(schema[keyword]).map((branch) => opened(root, resolved(root, branch), depth + 1));
  if (branches.length === 0) return schema;
  const properties = Object.assign(
    {},
    ...branches.map((each) => asRecord(each['properties']) ?? {}),
  ) as JsonRecord;
  const [first = [], ...others] = branches.map(namesIn);
  const required =
    keyword === 'allOf'
      ? branches.flatMap(namesIn)
      : first.filter((name) => others.every((names) => names.includes(name)));
  return {
    ...schema,
    properties: { ...properties, ...asRecord(schema['properties']) },
    required: [...new Set([...namesIn(schema), ...required])],
  };
};

const mostDepth = 8;

const opened = (root: JsonRecord, schema: JsonRecord, depth = 0): JsonRecord =>
  depth > mostDepth
    ? schema
    : combinations.reduce((all, keyword) => withBranches(root, all, { keyword, depth }), schema);

/**
 * Returns the schema as that of an object without alternatives at the top, because providers take no others as the arguments of a tool: the
 * properties of all alternatives are those of the object.
 */
export const openRoot = (schema: JsonRecord): JsonRecord => {
  const whole = opened(schema, resolved(schema, schema));
  const kept = Object.fromEntries(Object.entries(whole).filter(([keyword]) => !refused.has(keyword)));
  const { required, ...rest } = kept;
  const names = Object.keys(asRecord(kept['properties']) ?? {});
  const known = asArray(required).filter((name) => names.includes(String(name)));
  return {
    ...rest,
    type: 'object',
    properties: asRecord(kept['properties']) ?? {},
    ...(known.length > 0 && { required: known }),
  };
};

/** True unless the schema says that the value is something else than an object. */
export const isOfObject = (root: JsonRecord): boolean => isObjectIn(root, root, 0);

const isObjectIn = (root: JsonRecord, given: unknown, depth: number): boolean => {
  const schema = resolved(root, given);
  const { type, properties } = schema;
  if (type !== undefined) return asTypes(type).includes('object');
  if ('const' in schema || 'enum' in schema || 'items' in schema || 'prefixItems' in schema) return false;
  const alternatives = [...asArray(schema['anyOf']), ...asArray(schema['oneOf'])];
  if (properties !== undefined || alternatives.length === 0 || depth > mostDepth) return true;
  return alternatives.every((each) => isObjectIn(root, each, depth + 1));
};

const asTypes = (type: unknown): unknown[] => (Array.isArray(type) ? type : [type]);
