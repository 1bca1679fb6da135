import type { JsonSchema } from '../agent.ts';
import { detectDraft } from './checking/draft.ts';
import { changeInner, innerSchemas, isSchemaObject, type SchemaObject } from './checking/keywords.ts';
import { estimateStates, readPattern } from './checking/pattern.ts';
import { References } from './checking/references.ts';
import { wrongWords } from './checking/wrong-words.ts';

/** The most characters of a schema, as JSON, and its deepest nesting. */
export const longestSchema = 64 * 1024;
const mostDepth = 100;
/** The most states of all patterns of a schema that are tried, at once and in a thread. */
const mostStates = 1000;
export const mostStatesInThread = 50_000;
/** The most parts that are named. */
const mostNamed = 20;

/** A schema of somebody else as it can be used. */
export interface SchemaReading {
  /** The schema without the parts that mean nothing. A value that fits the schema fits this one, too. */
  schema: JsonSchema;
  /** The parts that were left out, because nobody could tell what they mean: a sentence each. */
  broken: string[];
  /** The parts that stay in the schema and are not checked here: a sentence each. */
  unchecked: string[];
}

const isWithin = (value: unknown, depth: number): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isWithin(inner, depth - 1));
};

const buildFieldPath = (outer: string, [keyword, key = '']: readonly [string, string?]): string => {
  const dot = outer === '' ? '' : `${outer}.`;
  if (keyword === 'properties') return dot + key;
  if (keyword === '$defs' || keyword === 'definitions') return key;
  if (keyword === 'items' || keyword === 'prefixItems') return `${outer}[]`;
  return outer;
};

/** Reads a schema part by part. */
class SchemaReader {
  readonly broken: string[] = [];
  readonly unchecked: string[] = [];
  readonly #references: References;
  readonly #draft;
  #left: number;

  constructor(root: unknown, states: number) {
    this.#left = states;
    this.#draft = detectDraft(root);
    this.#references = new References(root, this.#draft);
  }

  read(schema: unknown, name: string): unknown {
    if (typeof schema === 'boolean') return schema;
    if (!isSchemaObject(schema)) {
      this.#note(this.broken, name, 'this is no schema.');
      return {};
    }
    const names = new Map(
      innerSchemas(schema).map(({ way, schema: inner }): [unknown, string] => [
        inner,
        buildFieldPath(name, way),
      ]),
    );
    const left = this.#withoutBroken(schema, name);
    return changeInner(left, (inner) => this.read(inner, names.get(inner) ?? name));
  }

  #withoutBroken(schema: SchemaObject, name: string): SchemaObject {
    const wrong = new Set(wrongWords(schema, this.#draft));
    for (const word of wrong) this.#note(this.broken, name, `“${word}” has a value that it cannot have.`);
    const reference = this.#lostReference(schema, name);
    if (reference !== undefined) wrong.add(reference);
    if (!wrong.has('pattern') && typeof schema['pattern'] === 'string')
      if (!this.#isReadable(schema['pattern'], name)) wrong.add('pattern');
    const patterns = wrong.has('patternProperties') ? undefined : schema['patternProperties'];
    for (const pattern of isSchemaObject(patterns) ? Object.keys(patterns) : [])
      this.#isReadable(pattern, name);
    return wrong.size === 0
      ? schema
      : Object.fromEntries(Object.entries(schema).filter(([word]) => !wrong.has(word)));
  }

  /** Returns the keyword of a reference that leads nowhere. */
  #lostReference(schema: SchemaObject, name: string): string | undefined {
    for (const word of ['$ref', '$dynamicRef'] as const) {
      const reference = schema[word];
      if (typeof reference !== 'string' || this.#references.find(reference, schema)) continue;
      const shown = reference.slice(0, 200);
      this.#note(
        this.broken,
        name,
        reference.startsWith('#')
          ? `it refers to “${shown}”, which the schema does not have.`
          : `it refers to another document, “${shown}”. A “$ref” may only lead to another place in the same schema.`,
      );
      return word;
    }
    return undefined;
  }

  /** Notes what is wrong with a pattern. Returns false for one that means nothing here. */
  #isReadable(text: string, name: string): boolean {
    const shown = text.length <= 100 ? text : `${text.slice(0, 99)}…`;
    this.#left -= estimateStates(text);
    if (this.#left < 0) {
      this.#note(
        this.unchecked,
        name,
        `the pattern “${shown}” may not be checked: there are too many patterns.`,
      );
      return true;
    }
    const read = readPattern(text);
    if (!('problem' in read)) return true;
    const list = read.kind === 'UNCHECKED' ? this.unchecked : this.broken;
    this.#note(list, name, `the pattern “${shown}” is not checked: ${read.problem}.`);
    return read.kind === 'UNCHECKED';
  }

  #note(list: string[], name: string, message: string): void {
    if (list.length >= mostNamed) return;
    list.push(name === '' ? message.charAt(0).toUpperCase() + message.slice(1) : `“${name}”: ${message}`);
  }
}

/**
 * Reads a schema of somebody else by trying it: each reference is followed and each pattern is read. What is wrong costs the part where it
 * stands, with a reason; a schema that cannot be used at all has a problem. In a thread, more patterns can be tried.
 */
export const readSchema = (given: unknown, states = mostStates): SchemaReading | { problem: string } => {
  if (!isSchemaObject(given)) return { problem: 'A schema must be a JSON object.' };
  if (!isWithin(given, mostDepth)) return { problem: 'The schema is nested too deeply.' };
  if (JSON.stringify(given).length > longestSchema)
    return { problem: `The schema is longer than ${longestSchema / 1024} KB.` };
  const reader = new SchemaReader(given, states);
  const schema = reader.read(given, '') as JsonSchema;
  return { schema, broken: reader.broken, unchecked: reader.unchecked };
};
