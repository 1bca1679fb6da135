import { ExpressionError } from './expression-error.ts';
import { parseExpression } from './parser.ts';
import type { Node } from './syntax.ts';

/** An expression in a text, with the positions of its braces. */
export interface TemplatePart {
  node: Node;
  start: number;
  end: number;
}

export interface Template {
  /** The texts before, between and after the expressions: one more than there are expressions. */
  texts: string[];
  parts: TemplatePart[];
}

const mostParts = 1000;

/** Reads a text with `{{expressions}}`. Returns undefined when it has none; throws an ExpressionError. */
export const parseTemplate = (text: string): Template | undefined => {
  let start = text.indexOf('{{');
  if (start < 0) return undefined;
  const template: Template = { texts: [], parts: [] };
  let from = 0;
  for (; start >= 0; start = text.indexOf('{{', from)) {
    if (template.parts.length === mostParts) {
      throw new ExpressionError(`A text may contain at most ${mostParts} expressions.`, start);
    }
    const { node, end } = parseExpression(text, start + 2);
    if (!text.startsWith('}}', end)) {
      throw new ExpressionError('An expression that begins with “{{” must end with “}}”.', start);
    }
    template.texts.push(text.slice(from, start));
    from = end + 2;
    template.parts.push({ node, start, end: from });
  }
  template.texts.push(text.slice(from));
  return template;
};
