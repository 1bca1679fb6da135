import { asRecord, type JsonRecord } from '../read-json.ts';
import { dataKeywords, namedSchemas } from './keywords.ts';

const usual = '#/$defs/';
const mostDepth = 60;

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return part;
  }
};

/** Returns what a pointer leads to; undefined where it leads nowhere. */
const follow = (root: JsonRecord, pointer: string): unknown => {
  if (pointer === '#') return root;
  let found: unknown = root;
  for (const part of pointer.slice(2).split('/').map(decoded))
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, part)
        ? Reflect.get(found, part)
        : undefined;
  return found;
};

const isSchema = (value: unknown): boolean => typeof value === 'boolean' || asRecord(value) !== undefined;

class Hoisting {
  /** The schemas that references lead to, by their names in `$defs`. */
  readonly definitions: Record<string, unknown> = {};
  readonly #root: JsonRecord;
  readonly #names = new Map<string, string | undefined>();

  constructor(root: JsonRecord) {
    this.#root = root;
  }

  value(given: unknown, depth: number): unknown {
    if (Array.isArray(given)) return given.map((each) => this.value(each, depth + 1));
    const record = asRecord(given);
    if (!record || depth > mostDepth) return given;
    const { $ref, $dynamicRef, $recursiveRef, ...rest } = record;
    const reference = [$ref, $dynamicRef, $recursiveRef].find((each) => typeof each === 'string');
    const name = typeof reference === 'string' ? this.#nameOf(reference) : undefined;
    const entries = Object.entries(rest).map(([key, value]) => [key, this.#under(key, value, depth + 1)]);
    return { ...(name !== undefined && { $ref: `${usual}${name}` }), ...Object.fromEntries(entries) };
  }

  #under(key: string, value: unknown, depth: number): unknown {
    if (dataKeywords.has(key)) return value;
    const named = namedSchemas.has(key) ? asRecord(value) : undefined;
    if (!named) return this.value(value, depth);
    return Object.fromEntries(
      Object.entries(named).map(([name, each]) => [name, this.value(each, depth + 1)]),
    );
  }

  /** Returns the name under which the target of a reference stands in `$defs`; undefined for one that leads nowhere. */
  #nameOf(pointer: string): string | undefined {
    if (this.#names.has(pointer)) return this.#names.get(pointer);
    const target = pointer === '#' || pointer.startsWith('#/') ? follow(this.#root, pointer) : undefined;
    const name = isSchema(target) ? this.#newName(pointer) : undefined;
    this.#names.set(pointer, name);
    if (name !== undefined) {
      const { $defs: _own, definitions: _older, ...schema } = asRecord(target) ?? {};
      this.definitions[name] = {};
      this.definitions[name] = typeof target === 'boolean' ? target : this.value(schema, 0);
    }
    return name;
  }

  #newName(pointer: string): string {
    const words = decoded(pointer.slice(pointer.lastIndexOf('/') + 1)).replace(/[^A-Za-z0-9_]+/g, '_');
    const base = words === '_' || words === '' ? 'root' : words.slice(0, 40);
    let name = base;
    for (let n = 2; Object.hasOwn(this.definitions, name); n += 1) name = `${base}_${n}`;
    return name;
  }
}

/**
 * Returns the schema with the targets of all references under `$defs`, the only place where every provider follows them. A reference that leads
 * nowhere is left out, so that its place takes any value.
 */
export const hoistReferences = (schema: JsonRecord): JsonRecord => {
  const { $defs: _defs, definitions: _definitions, ...rest } = schema;
  const hoisting = new Hoisting(schema);
  const root = hoisting.value(rest, 0) as JsonRecord;
  return Object.keys(hoisting.definitions).length === 0 ? root : { ...root, $defs: hoisting.definitions };
};
