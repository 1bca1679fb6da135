import type { Draft } from './draft.ts';
import { innerSchemas, isSchemaObject, type SchemaObject } from './keywords.ts';

/** The address of a schema that names none. Nothing is ever loaded from it. */
const rootAddress = 'schema://here/';

const resolve = (reference: string, base: string): URL | undefined => URL.parse(reference, base) ?? undefined;

const withoutFragment = (url: URL): string => {
  const copy = new URL(url);
  copy.hash = '';
  return copy.href;
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Knows where the references of one schema lead. What is outside of the schema is never loaded. */
export class References {
  readonly #resources = new Map<string, unknown>();
  readonly #anchors = new Map<string, unknown>();
  readonly #dynamic = new Set<string>();
  readonly #found = new Map<string, { schema: unknown } | undefined>();
  readonly #bases = new Map<SchemaObject, string>();
  readonly #idWord: string;
  readonly #isOld: boolean;
  /** True when some part speaks of what no other part says anything about. */
  needsNotes = false;

  constructor(root: unknown, draft: Draft) {
    this.#idWord = draft === 4 ? 'id' : '$id';
    this.#isOld = draft <= 7;
    this.#resources.set(rootAddress, root);
    this.#visit(root, rootAddress);
  }

  /** The address of the resource to which a schema belongs. */
  baseUriFor(schema: SchemaObject): string {
    return this.#bases.get(schema) ?? rootAddress;
  }

  /** Returns what a reference leads to; undefined when it leads nowhere. */
  find(reference: string, from: SchemaObject): { schema: unknown } | undefined {
    const name = `${this.baseUriFor(from)} ${reference}`;
    if (!this.#found.has(name)) this.#found.set(name, this.#resolve(reference, from));
    return this.#found.get(name);
  }

  #resolve(reference: string, from: SchemaObject): { schema: unknown } | undefined {
    const url = resolve(reference, this.baseUriFor(from));
    if (!url) return undefined;
    const address = withoutFragment(url);
    const fragment = decoded(url.hash.slice(1));
    if (fragment !== '' && !fragment.startsWith('/')) {
      const name = `${address}#${fragment}`;
      return this.#anchors.has(name) ? { schema: this.#anchors.get(name) } : undefined;
    }
    if (!this.#resources.has(address)) return undefined;
    return this.#follow(this.#resources.get(address), fragment, address);
  }

  /** Returns the schema that `$dynamicRef` means: of the resources that were entered, the outermost with an anchor of this name. */
  findDynamic(
    reference: string,
    from: SchemaObject,
    entered: readonly string[],
  ): { schema: unknown } | undefined {
    const found = this.find(reference, from);
    const name = decoded(reference.slice(reference.indexOf('#') + 1));
    const isDynamic = isSchemaObject(found?.schema) && found.schema['$dynamicAnchor'] === name;
    const outer = isDynamic && entered.find((address) => this.#dynamic.has(`${address}#${name}`));
    return outer ? { schema: this.#anchors.get(`${outer}#${name}`) } : found;
  }

  /** Returns the schema that `$recursiveRef` of draft 2019-09 means. */
  findRecursive(from: SchemaObject, entered: readonly string[]): { schema: unknown } | undefined {
    const own = this.find('#', from);
    const isRecursive = (schema: unknown) => isSchemaObject(schema) && schema['$recursiveAnchor'] === true;
    if (!isRecursive(own?.schema)) return own;
    const outer = entered.find((address) => isRecursive(this.#resources.get(address)));
    return outer === undefined ? own : { schema: this.#resources.get(outer) };
  }

  #follow(from: unknown, pointer: string, address: string): { schema: unknown } | undefined {
    let [value, base] = [from, address];
    for (const part of pointer.split('/').slice(1)) {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
      value = Reflect.get(value, key) as unknown;
      if (isSchemaObject(value)) base = this.#bases.get(value) ?? base;
    }
    // A reference may lead to a place that is no schema by its keyword.
    if (isSchemaObject(value) && !this.#bases.has(value)) this.#visit(value, base);
    return { schema: value };
  }

  #visit(root: unknown, address: string): void {
    const left: [unknown, string][] = [[root, address]];
    for (let next = left.pop(); next; next = left.pop()) {
      const [schema, outer] = next;
      if (!isSchemaObject(schema) || this.#bases.has(schema)) continue;
      const base = this.#enter(schema, outer);
      this.#bases.set(schema, base);
      this.needsNotes ||= 'unevaluatedItems' in schema || 'unevaluatedProperties' in schema;
      for (const inner of innerSchemas(schema)) left.push([inner.schema, base]);
    }
  }

  /** Notes the names of a schema. Returns the address to which its references are relative. */
  #enter(schema: SchemaObject, outer: string): string {
    const base = this.#address(schema, outer);
    for (const word of ['$anchor', '$dynamicAnchor'] as const) {
      const anchor = schema[word];
      if (typeof anchor !== 'string') continue;
      this.#anchors.set(`${base}#${anchor}`, schema);
      if (word === '$dynamicAnchor') this.#dynamic.add(`${base}#${anchor}`);
    }
    return base;
  }

  /** Returns the address of a schema, which may name itself; in older drafts, the name may be one inside a document. */
  #address(schema: SchemaObject, outer: string): string {
    const id = schema[this.#idWord];
    // In older drafts, nothing counts beside a reference.
    const isIgnored = this.#isOld && '$ref' in schema;
    const url = typeof id === 'string' && !isIgnored ? resolve(id, outer) : undefined;
    if (!url) return outer;
    const [name, base] = [decoded(url.hash.slice(1)), withoutFragment(url)];
    if (name === '' || base !== outer) this.#resources.set(base, schema);
    if (name !== '') this.#anchors.set(`${base}#${name}`, schema);
    return base;
  }
}
