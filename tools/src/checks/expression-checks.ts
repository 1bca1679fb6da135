import { analyse } from 'scslre';
import ts from 'typescript';
import { type Check, type Finding, isTest, type SourceFile } from './source-tree.ts';

/**
 * TypeScript finds the regular expressions. scslre tells whether the time of one grows faster than the text: because two repetitions can
 * match the same letters, because one repeats itself, or because a beginning is tried at each letter of a text that never matches.
 */
const inProduct = ({ path }: SourceFile): boolean =>
  /^(apps|packages)\/[^/]+\/src\/.+\.tsx?$/.test(path) && !isTest(path);

const exception = /\/\/ expression-(?:is-linear|is-made): \S/;

const isExcepted = (lines: readonly string[], line: number): boolean => exception.test(lines[line - 2] ?? '');

const whyNotLinear = (literal: string): string | undefined => {
  const end = literal.lastIndexOf('/');
  const { reports } = analyse(
    { source: literal.slice(1, end), flags: literal.slice(end + 1) },
    { maxReports: 1, assumeRejectingSuffix: false },
  );
  const [report] = reports;
  if (!report) return undefined;
  const growth = report.exponential ? 'doubles with each letter' : 'grows faster than the text';
  return `The time of ${literal} ${growth}, for example of “${report.character.pick}” many times. Write it so that no repetition can take what another one could, or read the text in steps.`;
};

const made =
  'An expression that is put together is not checked. Write it as a literal, or say in the line above why it is linear: // expression-is-made: reason.';

const isMade = (node: ts.Node): boolean =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  ts.isIdentifier(node.expression) &&
  node.expression.text === 'RegExp';

const messageFor = (node: ts.Node): string | undefined => {
  if (ts.isRegularExpressionLiteral(node)) return whyNotLinear(node.text);
  return isMade(node) ? made : undefined;
};

const findingsIn = (file: SourceFile): Finding[] => {
  const findings: Finding[] = [];
  const source = ts.createSourceFile(file.path, file.text, ts.ScriptTarget.Latest, false);
  const lines = file.text.split('\n');
  const visit = (node: ts.Node): void => {
    const message = messageFor(node);
    const line =
      message === undefined ? 0 : source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    if (message !== undefined && !isExcepted(lines, line)) findings.push({ path: file.path, line, message });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
};

/** Strangers choose the text, and the process answers nobody else while an expression runs. */
const linearExpressions: Check = {
  name: 'linear-expressions',
  run: ({ files }) =>
    files
      .filter((file) => inProduct(file) && /\/[^\n]*[*+{][^\n]*\/|RegExp\(/.test(file.text))
      .flatMap(findingsIn),
};

export const expressionChecks: readonly Check[] = [linearExpressions];
