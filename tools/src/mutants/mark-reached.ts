import ts from 'typescript';
import type { Mutant } from './find-mutants.ts';

/** Returns the smallest expression or statement that contains a mutant and can carry a mark. */
const carrierOf = (file: ts.SourceFile, { start, end }: Mutant): ts.Node | undefined => {
  let found: ts.Node | undefined;
  const visit = (node: ts.Node): void => {
    if (node.getStart() > start || node.end < end) return;
    if (canCarry(node)) found = node;
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

/** The value of a variable, a returned value, an argument, a part of an operation: wherever a value stands alone. */
const canCarry = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isExpressionStatement(node)) return true;
  if (!ts.isExpression(node)) return false;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.initializer === node;
  if (ts.isReturnStatement(parent) || ts.isIfStatement(parent)) return true;
  if (ts.isArrowFunction(parent)) return parent.body === node;
  if (ts.isBinaryExpression(parent))
    return parent.operatorToken.kind !== ts.SyntaxKind.EqualsToken && parent.right === node;
  if (ts.isConditionalExpression(parent)) return true;
  return (
    (ts.isCallExpression(parent) || ts.isNewExpression(parent)) &&
    parent.expression !== node &&
    !ts.isSpreadElement(node)
  );
};

/** The name of the function that marks; nothing else has it. */
const mark = 'markReached__';

/**
 * Defines the function that writes which mutant was reached, and during which test file: one line for each pair. A confined child process cannot
 * write, and marks nothing. A mark in a loop costs little, because tests measure the time of loops.
 */
const preamble = (log: string): string =>
  `const ${mark} = (id) => { const test = globalThis.__vitest_worker__?.filepath ?? ''; const last = (globalThis.reachedLast__ ??= []); ` +
  `if (last[id] === test) return; last[id] = test; const marks = (globalThis.reached__ ??= new Set()); const line = id + ' ' + test + '\\n'; if (marks.has(line)) return; marks.add(line); ` +
  `try { process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(log)}, line); } catch {} };\n`;

interface Insertion {
  at: number;
  /** Of two insertions at the same position, the one with the lower rank comes first. */
  rank: number;
  text: string;
}

const insertionsFor = (file: ts.SourceFile, mutant: Mutant, id: number): Insertion[] => {
  const node = carrierOf(file, mutant);
  if (node === undefined) return [];
  const [start, length] = [node.getStart(), node.end - node.getStart()];
  const [open, close] = ts.isExpressionStatement(node)
    ? [`{ ${mark}(${id}); `, ' }']
    : [`(${mark}(${id}), `, ')'];
  const rank = length + id / 1e6;
  return [
    { at: start, rank: -rank, text: open },
    { at: node.end, rank: rank - 1e9, text: close },
  ];
};

/**
 * Returns the text of a file that writes to `log` which of the given mutants a test reaches. It does the same as the original otherwise.
 * Mutants that cannot be marked are left out: nobody knows which tests reach them.
 */
export const markReached = (
  text: string,
  mutants: readonly { id: number; mutant: Mutant }[],
  log: string,
): { text: string; marked: number[] } => {
  const file = ts.createSourceFile('marked.ts', text, ts.ScriptTarget.Latest, true);
  const all = mutants.map(({ id, mutant }) => ({ id, insertions: insertionsFor(file, mutant, id) }));
  const sorted = all
    .flatMap(({ insertions }) => insertions)
    .toSorted((a, b) => b.at - a.at || b.rank - a.rank);
  let marked = text;
  for (const { at, text: inserted } of sorted) marked = marked.slice(0, at) + inserted + marked.slice(at);
  return {
    text: preamble(log) + marked,
    marked: all.filter(({ insertions }) => insertions.length > 0).map(({ id }) => id),
  };
};
