import { bodyLimitFor, type Endpoint } from '@atelier/contracts/kernel/contract';
import { z } from 'zod';
import type { Parts } from '../../apps/server/tests/matrix/matrix.ts';

/** A request as it is sent. */
export interface Sent {
  path: string;
  body?: string;
}

/** Makes a text of a given length. */
type Texture = (length: number) => string;

const repeated =
  (unit: string): Texture =>
  (length) =>
    unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/**
 * Texts that are hard on regular expressions, splitters and parsers. The letters at both ends keep white space from being
 * trimmed.
 */
const textures: readonly Texture[] = [
  (length) => `a${' '.repeat(Math.max(0, length - 2))}a`,
  repeated('a'),
  repeated('('),
  repeated('é🙂'),
  repeated('a b, and c. '),
  repeated('- #\n\t'),
];

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  pattern?: string;
  format?: string;
  maxLength?: number;
  maxItems?: number;
  minimum?: number;
}

const schemaOf = (schema: z.ZodType): Schema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Schema;

/** Returns true for ids and similar values, which must be right for a request to get past the first checks. */
const isName = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && /^[a-z]{2,4}_\w{10,}$/.test(value));

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Fills a schema with as much of a texture as its limits and the remaining room allow. */
class Filler {
  readonly #texture: Texture;
  #room: number;

  constructor(texture: Texture, room: number) {
    this.#texture = texture;
    this.#room = room;
  }

  fill(schema: Schema, valid: unknown): unknown {
    if (isName(valid) || schema.const !== undefined || this.#room <= 0) return valid ?? schema.const;
    if (schema.enum) return valid ?? schema.enum[0];
    const choice = schema.anyOf?.find(({ type }) => type !== 'null') ?? schema.allOf?.[0];
    return choice ? this.fill(choice, valid) : this.#fillType(schema, valid);
  }

  #fillType(schema: Schema, valid: unknown): unknown {
    const fillers: Record<string, () => unknown> = {
      string: () => this.#text(schema, valid),
      array: () => this.#list(schema, valid),
      object: () => this.#object(schema, valid),
      number: () => valid ?? schema.minimum ?? 1,
      integer: () => valid ?? schema.minimum ?? 1,
      boolean: () => valid ?? true,
    };
    const filler = fillers[schema.type ?? ''];
    return filler ? filler() : (valid ?? this.#text({}, undefined));
  }

  #text({ pattern, format, maxLength }: Schema, valid: unknown): unknown {
    if ((pattern !== undefined || format !== undefined) && valid !== undefined) return valid;
    const longest = Math.min(maxLength ?? 20_000, this.#room);
    // Limits count bytes: some characters take four bytes and others are escaped.
    let text = this.#texture(longest);
    while (text !== '' && JSON.stringify(text).length + Buffer.byteLength(text) > 2 * this.#room)
      text = text.slice(0, text.length >> 1);
    this.#room -= Buffer.byteLength(JSON.stringify(text)) + 20;
    return text.toWellFormed();
  }

  #list({ items = {}, maxItems = 500 }: Schema, valid: unknown): unknown[] {
    const [first]: unknown[] = Array.isArray(valid) ? valid : [];
    const list: unknown[] = [];
    while (list.length < Math.min(maxItems, 1000) && this.#room > 0) {
      list.push(this.fill({ ...items, ...(items.maxLength === undefined ? { maxLength: 200 } : {}) }, first));
      this.#room -= 30;
    }
    return list;
  }

  #object({ properties, additionalProperties, required = [] }: Schema, valid: unknown): object {
    if (!properties) return this.#record(additionalProperties);
    // A wrong id, or one of another tenant, would be refused before anything else is looked at.
    const leadsAway = (name: string) =>
      name === 'tenantId' ||
      (/(Id|Ids|Of)$/.test(name) && !required.includes(name) && propertyOf(valid, name) === undefined);
    const asked = Object.entries(properties).filter(([name]) => !leadsAway(name));
    const filled: Record<string, unknown> = {};
    for (const [name, schema] of asked) {
      const value = this.fill(schema, propertyOf(valid, name));
      if (value !== undefined) filled[name] = value;
    }
    return filled;
  }

  #record(inner: Schema | boolean | undefined): object {
    const schema = typeof inner === 'object' ? inner : { type: 'string' };
    const record: Record<string, unknown> = {};
    for (let at = 0; at < 2000 && this.#room > 0; at++) {
      record[`k${at}`] = this.fill({ ...schema, maxLength: 40 }, undefined);
      this.#room -= 20;
    }
    return record;
  }
}

/** Bytes for the query string. Together with the other headers it may have 16 KB. */
const queryRoom = 8000;

const pathOf = ({ path }: Endpoint, params: object, query: object): string => {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(Reflect.get(params, name) ?? 'missing')),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return search === '' ? filled : `${filled}?${search.slice(0, queryRoom)}`;
};

const framed = (schema: z.ZodType, valid: unknown, filler: Filler): object =>
  Object(filler.fill(schemaOf(schema), valid)) as object;

const manyKeys = (bytes: number): string =>
  `{${Array.from({ length: Math.floor(bytes / 13) }, (_nothing, at) => `"k${String(at).padStart(7, '0')}":1`).join(',')}}`;
const deep = (bytes: number): string => `${'['.repeat((bytes >> 1) - 1)}${']'.repeat((bytes >> 1) - 1)}`;

/** What is larger is streamed and never parsed by the server's thread. It has an attack of its own. */
const mostBytes = 2 * 1024 * 1024;

/**
 * Fills the texts, lists and objects of an endpoint's valid request to their limits, once for each texture, and adds bodies
 * without any shape.
 */
export const hostileRequests = (endpoint: Endpoint, valid: Parts): Sent[] => {
  const limit = Math.min(bodyLimitFor(endpoint), mostBytes);
  const shaped = textures.map((texture): Sent => {
    const query = endpoint.query
      ? framed(endpoint.query, valid.query, new Filler(texture, queryRoom / 4))
      : (valid.query ?? {});
    const path = pathOf(endpoint, valid.params ?? {}, query);
    if (!endpoint.body) return { path };
    const body = JSON.stringify(framed(endpoint.body, valid.body, new Filler(texture, limit - 2000)));
    return { path, body };
  });
  const path = pathOf(endpoint, valid.params ?? {}, valid.query ?? {});
  if (endpoint.method === 'GET') return [...shaped, { path }, { path: `${path}${'/'.repeat(2000)}` }];
  return [...shaped, { path, body: manyKeys(limit) }, { path, body: deep(limit) }];
};
