import ts from 'typescript';

/** A test, or a group of tests, that names requirements. */
export interface Claim {
  path: string;
  /** The line number, counted from 1. */
  line: number;
  title: string;
  ids: readonly string[];
  /** The position of the ids: in the tags of the test, or at the end of its title. */
  form: 'tags' | 'title';
}

const roots = new Set(['it', 'test', 'describe']);
/** Words that may follow the name of a test without keeping it from running: `it.each`, `test.describe.serial`. */
const running = new Set([
  'each',
  'for',
  'describe',
  'concurrent',
  'sequential',
  'serial',
  'parallel',
  'configure',
]);
const groups = new Set(['describe']);

/** Returns the words of `test.describe.serial` or `it.each(table)`; undefined for any other expression. */
const wordsOf = (callee: ts.Expression): string[] | undefined => {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) {
    const before = wordsOf(callee.expression);
    return before && [...before, callee.name.text];
  }
  if (ts.isCallExpression(callee)) return wordsOf(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return wordsOf(callee.tag);
  return undefined;
};

/** Returns the end of a title as written in the source; the values of a template do not matter. */
const readTitle = (argument: ts.Expression | undefined): string | undefined => {
  if (argument === undefined) return undefined;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  if (!ts.isTemplateExpression(argument)) return undefined;
  return argument.head.text + argument.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
};

const propertyOf = (
  options: ts.ObjectLiteralExpression,
  names: readonly string[],
): ts.Expression | undefined =>
  options.properties
    .filter(ts.isPropertyAssignment)
    .find(({ name }) => ts.isIdentifier(name) && names.includes(name.text))?.initializer;

const textsOf = (value: ts.Expression | undefined): string[] => {
  if (value === undefined) return [];
  const each: readonly ts.Expression[] = ts.isArrayLiteralExpression(value) ? value.elements : [value];
  return each.filter(ts.isStringLiteralLike).map(({ text }) => text);
};

const closingIds = /\s*\(([A-Z]{2,}-\d+(?:,\s*[A-Z]{2,}-\d+)*)\)\s*$/;
const oneId = /^@?([A-Z]{2,}-\d+)$/;
const standards = new Set(['UTF', 'SHA', 'AES', 'ISO', 'RFC', 'HS', 'RS', 'ES']);
export const areaOf = (id: string): string => id.slice(0, id.lastIndexOf('-'));

const idsInTitle = (title: string): string[] =>
  (closingIds.exec(title)?.[1]?.split(/,\s*/) ?? []).filter((id) => !standards.has(areaOf(id)));

/** Reads the ids from the tags: Vitest's `{ tags: ['AUTH-01'] }` or Playwright's `{ tag: ['@AUTH-01'] }`. */
const idsInTags = (options: ts.ObjectLiteralExpression): string[] =>
  textsOf(propertyOf(options, ['tags', 'tag'])).flatMap((text) => oneId.exec(text)?.[1] ?? []);

const isSwitchedOff = (
  words: readonly string[],
  options: ts.ObjectLiteralExpression | undefined,
): boolean => {
  if (words.slice(1).some((word) => !running.has(word))) return true;
  return options !== undefined && propertyOf(options, ['skip', 'todo', 'fails']) !== undefined;
};

interface Found {
  title: string;
  options: ts.ObjectLiteralExpression | undefined;
  words: string[];
}

/** Recognises a call that declares a test or a group of tests. `test.step` declares neither. */
const declared = (node: ts.Node): Found | undefined => {
  if (!ts.isCallExpression(node)) return undefined;
  const words = wordsOf(node.expression);
  if (words === undefined || !roots.has(words[0] ?? '') || words.includes('step')) return undefined;
  const title = readTitle(node.arguments[0]);
  if (title === undefined || node.arguments.length < 2) return undefined;
  return { title, words, options: node.arguments.slice(1).find(ts.isObjectLiteralExpression) };
};

const claimsIn = (path: string, source: ts.SourceFile, node: ts.Node): Claim[] => {
  const found = declared(node);
  if (found !== undefined && isSwitchedOff(found.words, found.options)) return [];
  const inner: Claim[] = [];
  const isTest = found !== undefined && !found.words.some((word) => groups.has(word));
  // Calls inside a test are its steps.
  if (!isTest) ts.forEachChild(node, (child) => void inner.push(...claimsIn(path, source, child)));
  if (found === undefined) return inner;
  const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
  const claim = (form: Claim['form'], ids: string[]): Claim[] =>
    ids.length === 0 ? [] : [{ path, line, title: found.title, ids, form }];
  return [
    ...claim('title', idsInTitle(found.title)),
    ...claim('tags', found.options === undefined ? [] : idsInTags(found.options)),
    ...inner,
  ];
};

/** Returns the claims in one test file. Skipped tests, and steps inside a test, claim nothing. */
export const readClaims = (path: string, text: string): Claim[] => {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  return claimsIn(path, source, source);
};
