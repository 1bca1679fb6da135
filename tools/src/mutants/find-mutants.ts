import ts from 'typescript';
import { lineAt } from '../checks/source-tree.ts';

/** One small change of a file. Applied alone, it is a program that the tests of the file should notice. */
export interface Mutant {
  /** The path relative to the root of the tree, with forward slashes. */
  path: string;
  line: number;
  /** The text from `start` to `end` is replaced by `replacement`. */
  start: number;
  end: number;
  replacement: string;
  /** The original line without its indentation, and the change: these identify the mutant when lines above it move. */
  source: string;
  change: string;
}

/** A replacement of a part of the source, before it is known where it stands. */
interface Change {
  start: number;
  end: number;
  replacement: string;
}

const operators: ReadonlyMap<ts.SyntaxKind, string> = new Map([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
  [ts.SyntaxKind.PlusToken, '-'],
  [ts.SyntaxKind.MinusToken, '+'],
  [ts.SyntaxKind.AsteriskToken, '/'],
  [ts.SyntaxKind.SlashToken, '*'],
  [ts.SyntaxKind.PercentToken, '*'],
  [ts.SyntaxKind.PlusEqualsToken, '-='],
  [ts.SyntaxKind.MinusEqualsToken, '+='],
]);

/** Methods that another one of the same type may replace. */
const opposites: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['toLowerCase', 'toUpperCase'],
  ['toUpperCase', 'toLowerCase'],
]);

/** Methods whose result has the type of the value that they are called on, so that the call may be left out. */
const droppable = new Set(['filter', 'toSorted', 'toReversed', 'slice', 'trim', 'trimStart', 'trimEnd']);

const replace = (node: ts.Node, replacement: string): Change => ({
  start: node.getStart(),
  end: node.end,
  replacement,
});

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right)));

const changesOfBinary = (node: ts.BinaryExpression): Change[] => {
  const { kind } = node.operatorToken;
  if (kind === ts.SyntaxKind.QuestionQuestionToken)
    return [{ start: node.getStart(), end: node.right.getStart(), replacement: '' }];
  const isJoining = kind === ts.SyntaxKind.PlusToken || kind === ts.SyntaxKind.PlusEqualsToken;
  const operator = operators.get(kind);
  if (operator === undefined || (isJoining && isText(node))) return [];
  return [replace(node.operatorToken, operator)];
};

const changesOfUnary = (node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): Change[] => {
  const text = node.getText();
  if (node.operator === ts.SyntaxKind.ExclamationToken) return [replace(node, node.operand.getText())];
  if (node.operator === ts.SyntaxKind.PlusPlusToken) return [replace(node, text.replace('++', '--'))];
  if (node.operator === ts.SyntaxKind.MinusMinusToken) return [replace(node, text.replace('--', '++'))];
  if (node.operator === ts.SyntaxKind.MinusToken) return [replace(node, node.operand.getText())];
  return [];
};

const negated = (condition: ts.Expression): Change[] =>
  ts.isBinaryExpression(condition) || ts.isPrefixUnaryExpression(condition)
    ? []
    : [replace(condition, `!(${condition.getText()})`)];

const changesOfCall = (node: ts.CallExpression): Change[] => {
  const callee = node.expression;
  if (!ts.isPropertyAccessExpression(callee) || callee.questionDotToken !== undefined) return [];
  const name = callee.name.text;
  const opposite = opposites.get(name);
  if (opposite !== undefined) return [replace(callee.name, opposite)];
  return droppable.has(name) ? [{ start: callee.expression.end, end: node.end, replacement: '' }] : [];
};

/** A statement that only has an effect can be left out, and the types stay right. */
const changesOfStatement = (node: ts.ExpressionStatement): Change[] => {
  const inner = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
  const isCall = ts.isCallExpression(inner) && inner.expression.kind !== ts.SyntaxKind.SuperKeyword;
  const isAssignment = ts.isBinaryExpression(inner) && inner.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  return isCall || isAssignment ? [replace(node, '{}')] : [];
};

const changesOfText = (node: ts.StringLiteralLike): Change[] => {
  const { parent } = node;
  if (node.text === '')
    return ts.isCallExpression(parent) || ts.isConditionalExpression(parent) ? [replace(node, "'!'")] : [];
  const isJoined = ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken;
  const isArgument =
    ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.expression) &&
    /^(join|split|includes|startsWith|endsWith|replaceAll)$/.test(parent.expression.name.text);
  return isJoined || isArgument ? [replace(node, "''")] : [];
};

const isConstant = (node: ts.Node): boolean =>
  ts.isAsExpression(node.parent) || ts.isSatisfiesExpression(node.parent);

const changesOfList = (node: ts.ArrayLiteralExpression): Change[] =>
  node.elements.length === 0 || isConstant(node) ? [] : [replace(node, '[]')];

const comparisons = new Set([
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
]);

/** Whether a number is compared with a value, or limits one in a schema. */
const isBound = ({ parent }: ts.NumericLiteral): boolean =>
  (ts.isBinaryExpression(parent) && comparisons.has(parent.operatorToken.kind)) ||
  (ts.isCallExpression(parent) &&
    ts.isPropertyAccessExpression(parent.expression) &&
    /^(min|max|length)$/.test(parent.expression.name.text));

/** Larger numbers that nothing is compared with are times and sizes, whose exact value is nobody's promise. */
const largestStep = 10;

const changesOfNumber = (node: ts.NumericLiteral): Change[] => {
  const value = Number(node.text);
  if (value > largestStep && !isBound(node)) return [];
  return [replace(node, String(Number.isInteger(value) ? value + 1 : value * 2))];
};

const changesOf = (node: ts.Node): Change[] => {
  if (ts.isBinaryExpression(node)) return changesOfBinary(node);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return changesOfUnary(node);
  if (ts.isIfStatement(node)) return negated(node.expression);
  if (ts.isConditionalExpression(node)) return negated(node.condition);
  if (ts.isCallExpression(node)) return changesOfCall(node);
  if (ts.isExpressionStatement(node)) return changesOfStatement(node);
  if (ts.isArrayLiteralExpression(node)) return changesOfList(node);
  if (ts.isNumericLiteral(node)) return changesOfNumber(node);
  if (ts.isStringLiteralLike(node)) return changesOfText(node);
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [replace(node, 'false')];
  return node.kind === ts.SyntaxKind.FalseKeyword ? [replace(node, 'true')] : [];
};

/** Types vanish before the program runs, and the name of a property is not a value. */
const hasNoMutants = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isLiteralTypeNode(node);

const isOnOneLine = (text: string): boolean => !text.includes('\n');
const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 60)} … ${line.slice(-25)}` : line;
};

const describe = (original: string, { replacement }: Change): string =>
  replacement === '' || replacement === '{}'
    ? `without ${shorten(original)}`
    : `${shorten(original)} → ${shorten(replacement)}`;

/** Returns every mutant of a file, in the order of the source. */
export const findMutants = (path: string, text: string): Mutant[] => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const found: Mutant[] = [];
  const visit = (node: ts.Node): void => {
    if (hasNoMutants(node)) return;
    for (const change of changesOf(node)) {
      const original = text.slice(change.start, change.end);
      const line = lineAt(text, change.start);
      if (!isOnOneLine(original) && change.replacement === "''") continue;
      found.push({
        path,
        line,
        ...change,
        source: lines[line - 1]?.trim() ?? '',
        change: describe(original, change),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
};

/** Returns the text of a file with one mutant in it. */
export const applyMutant = (text: string, { start, end, replacement }: Mutant): string =>
  text.slice(0, start) + replacement + text.slice(end);
