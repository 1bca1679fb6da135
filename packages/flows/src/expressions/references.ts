import { ExpressionError } from './expression-error.ts';
import { type Key, type Node, type PathNode, partsOf } from './syntax.ts';
import { parseTemplate, type TemplatePart } from './template.ts';

/** What an expression reads: the value of a trigger or step, and the part of it. */
export interface Reference {
  name: string;
  keys: Key[];
}

const pathsIn = ({ node }: TemplatePart): PathNode[] => {
  const paths: PathNode[] = [];
  const waiting: Node[] = [node];
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    if (one.type === 'path') paths.push(one);
    else waiting.push(...partsOf(one));
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
export const referencesOf = (value: unknown): Reference[] =>
  textsIn(value).flatMap((text) => pathsOfText(text).map(({ name, keys }) => ({ name, keys })));

/** A name, and possibly keys below it, that expressions shall no longer use, and the name to use instead. */
export interface Renaming {
  from: string;
  keys?: readonly Key[];
  to: string;
}

const renamingOf = (path: PathNode, renamings: readonly Renaming[]) =>
  renamings.find(
    ({ from, keys = [] }) => from === path.name && keys.every((key, at) => path.keys[at] === key),
  );

const renameInText = (text: string, renamings: readonly Renaming[]): string => {
  if (!text.includes('{{')) return text;
  let renamed = '';
  let from = 0;
  for (const path of pathsOfText(text)) {
    const renaming = renamingOf(path, renamings);
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
