import ts from 'typescript';

/** The name of the function that counts; nothing else has it. */
const mark = 'markBlock__';

/** Counts the visits of each block in an array that the fuzzer reads. It knows no bundle, so it is part of each file. */
const preamble = `const ${mark} = (block) => { globalThis.visits__[block] += 1; };\n`;

/** Returns the positions at which a block of a function, a branch or a loop begins, and those of cases. */
const beginnings = (file: ts.SourceFile): number[] => {
  const found: number[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) found.push(node.getStart() + 1);
    if (ts.isCaseClause(node) && node.statements.length > 0)
      found.push(node.statements[0]?.getStart() ?? node.end);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

/**
 * Returns the text of a file that counts how often each of its blocks is visited, and otherwise does the same.
 * @param first the number of its first block
 * @returns with it, how many blocks it has
 */
export const markBlocks = (text: string, first: number): { text: string; count: number } => {
  const file = ts.createSourceFile('marked.ts', text, ts.ScriptTarget.Latest, true);
  const places = beginnings(file);
  const marked = places
    .map((at, index) => ({ at, number: first + index }))
    .toSorted((a, b) => b.at - a.at)
    .reduce((found, { at, number }) => `${found.slice(0, at)} ${mark}(${number}); ${found.slice(at)}`, text);
  return { text: preamble + marked, count: places.length };
};
