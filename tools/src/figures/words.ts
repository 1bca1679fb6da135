import ts from 'typescript';
import type { Source } from './sources.ts';

const nameOfFunction = (node: ts.SignatureDeclaration): string | undefined => {
  if (node.name !== undefined) return node.name.getText();
  const { parent } = node;
  const isNamed = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
  return isNamed ? parent.name.getText() : undefined;
};

const hasBody = (node: ts.Node): node is ts.FunctionLikeDeclaration =>
  ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** Returns the names of the functions of a file that end in `Of`, which say that something belongs to something, and not what is done. */
export const findNamesInOf = ({ syntax }: Source): string[] => {
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    const name = hasBody(node) ? nameOfFunction(node) : undefined;
    if (name?.endsWith('Of') === true) names.push(name);
    ts.forEachChild(node, visit);
  };
  visit(syntax);
  return names;
};

const question = /^\s*(?:\/\/|\/\*\*|\*|--)\s*(?:What|Who|Whether|Where|How)\b/;

/** Returns the lines of a text whose comment begins as a question does, and so names its subject last. */
export const findQuestions = (text: string): string[] =>
  text.split('\n').filter((line) => question.test(line));
