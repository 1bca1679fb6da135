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

/** The one file that runs patterns of others, with an engine whose time grows with the text alone. */
const reader = 'packages/agents/src/schema/checking/pattern.ts';

/** Libraries that make regular expressions of V8, or code, of a schema that somebody else wrote; and the engine for patterns. */
const ofPatterns = /fromJSONSchema\b|from '(?:@cfworker\/json-schema|ajv[^']*|jsonschema|re2js|re2)'/;

/** Patterns of others are run in one place. */
const foreignPatterns: Check = {
  name: 'foreign-patterns',
  run: ({ files }) =>
    files
      .filter((file) => inProduct(file) && file.path !== reader && ofPatterns.test(file.text))
      .map(({ path, text }) => ({
        path,
        line: text.slice(0, text.search(ofPatterns)).split('\n').length,
        message: `Schemas and patterns of others are read and checked by @atelier/agents/schema alone, whose patterns ${reader} runs in linear time.`,
      })),
};

export const expressionChecks: readonly Check[] = [linearExpressions, foreignPatterns];
