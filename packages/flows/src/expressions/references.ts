import { isLarge, type LargeValue } from '@atelier/contracts/fields/large-value';
import type { Scope } from './computation.ts';
import { ExpressionError } from './expression-error.ts';
import { type Key, listChildNodes, type Node, type PathNode } from './syntax.ts';
import { parseTemplate, type TemplatePart } from './template.ts';
import { readMember } from './values.ts';

/** A reference of an expression: the value of a trigger or step, and the part of it. */
export interface Reference {
  name: string;
  keys: Key[];
}

const pathsIn = ({ node }: TemplatePart): PathNode[] => {
  const paths: PathNode[] = [];
  const waiting: Node[] = [node];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one.type === 'path') paths.push(one);
    else waiting.push(...listChildNodes(one));
  }
  return paths;
};

/** Returns the paths of a text in their order. Text that cannot be read has none; validation reports it. */
const pathsOfText = (text: string): PathNode[] => {
  try {
    const parts = parseTemplate(text)?.parts ?? [];
    return parts.flatMap(pathsIn).sort((one, other) => one.start - other.start);
  } catch (error) {
    if (error instanceof ExpressionError) return [];
    throw error;
  }
};

const textsIn = (value: unknown): string[] => {
  const texts: string[] = [];
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one === 'string') texts.push(one);
    else if (typeof one === 'object' && one !== null) waiting.push(...Object.values<unknown>({ ...one }));
  }
  return texts;
};

/** Returns everything that the expressions of a value read. */
export const listReferences = (value: unknown): Reference[] =>
  textsIn(value).flatMap((text) => pathsOfText(text).map(({ name, keys }) => ({ name, keys })));

/** The part of a value that a reference reads; where that is inside a large value, what stands for it, and the keys from there on. */
export interface ReadPart {
  part: unknown;
  /** The keys that lead to it. */
  keys: readonly Key[];
  /** The keys inside a large value. */
  inside: readonly Key[];
}

/** Returns the part of a value that a reference reads. */
export const partAt = (scope: Scope, { name, keys }: Reference): ReadPart => {
  let part = scope.get(name);
  for (const [at, key] of keys.entries()) {
    if (isLarge(part)) return { part, keys: keys.slice(0, at), inside: keys.slice(at) };
    part = readMember(part, key);
  }
  return { part, keys, inside: [] };
};

/** Returns the large values that references lead to or into. */
export const largeRead = (references: readonly Reference[], scope: Scope): LargeValue[] =>
  references.flatMap((reference) => {
    const { part } = partAt(scope, reference);
    return isLarge(part) ? [part] : [];
  });

type Parts = Record<Key, unknown>;

const emptyParts = (): Parts => Object.create(null) as Parts;

/** Enters a part where its keys lead. Where the whole of something is read, its parts are there already. */
const enterPart = (
  parts: Parts,
  [key, ...inner]: readonly Key[],
  entered: { part: unknown; made: Set<unknown> },
) => {
  if (key === undefined) return;
  if (inner.length === 0) {
    parts[key] ??= entered.part;
    return;
  }
  if (parts[key] === undefined) {
    const made = emptyParts();
    entered.made.add(made);
    parts[key] = made;
  }
  if (entered.made.has(parts[key])) enterPart(parts[key] as Parts, inner, entered);
};

/**
 * Returns the parts of the values that references read, under the same names and keys, for computing elsewhere. A list of which only some
 * entries are read becomes an object, in which expressions find them in the same way.
 */
export const partsRead = (references: readonly Reference[], scope: Scope): Record<string, unknown> => {
  const parts = emptyParts();
  const made = new Set<unknown>();
  for (const reference of references.toSorted((one, other) => one.keys.length - other.keys.length)) {
    const { part, keys } = partAt(scope, reference);
    if (part !== undefined) enterPart(parts, [reference.name, ...keys], { part, made });
  }
  return parts;
};

/** A name, and possibly keys below it, that expressions shall no longer use, and the name to use instead. */
export interface Renaming {
  from: string;
  keys?: readonly Key[];
  to: string;
}

const findRenaming = (path: PathNode, renamings: readonly Renaming[]) =>
  renamings.find(
    ({ from, keys = [] }) => from === path.name && keys.every((key, at) => path.keys[at] === key),
  );

const renameInText = (text: string, renamings: readonly Renaming[]): string => {
  if (!text.includes('{{')) return text;
  let renamed = '';
  let from = 0;
  for (const path of pathsOfText(text)) {
    const renaming = findRenaming(path, renamings);
    if (!renaming) continue;
    renamed += text.slice(from, path.start) + renaming.to;
    from = path.ends[renaming.keys?.length ?? 0] ?? path.start;
  }
  return renamed + text.slice(from);
};

/** Returns a value whose expressions refer to other names. Whatever is not an expression stays as it is. */
export const renameReferences = <Value>(value: Value, renamings: readonly Renaming[]): Value => {
  const rename = (one: unknown): unknown => {
    if (typeof one === 'string') return renameInText(one, renamings);
    if (Array.isArray(one)) return one.map(rename);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, rename(inner)]));
  };
  return rename(value) as Value;
};
