import { type JsonValue, maxDepth } from '@atelier/contracts/fields/field-values';
import { compile } from './compile.ts';
import { Computation, computationLimits, type Scope } from './computation.ts';
import { ExpressionError } from './expression-error.ts';
import type { Compute } from './operators.ts';
import { parseTemplate, type Template } from './template.ts';
import { sizeOf, textOf } from './values.ts';

/** Computes a value. What it returns may share parts with the values of the scope, so nobody may change it. */
export type CompiledValue = (scope: Scope) => JsonValue;

const asJson = (value: unknown): JsonValue => (value ?? null) as JsonValue;

const compileText = ({ texts, parts }: Template): Compute => {
  const computes = parts.map(({ node }) => compile(node));
  const [only] = computes;
  const isWhole = computes.length === 1 && texts.every((text) => text.trim() === '');
  if (only && isWhole) return only;
  const fixed = texts.reduce((sum, { length }) => sum + length, 0);
  return (computation) => {
    const values = computes.map((compute) => textOf(compute(computation), computation));
    computation.spendText(values.reduce((sum, { length }) => sum + length, fixed));
    return texts.map((text, at) => text + (values[at] ?? '')).join('');
  };
};

/** A compiled value, or a constant: most values of an input contain no expression. */
type Part = { compute: Compute; isPath: boolean } | { constant: unknown };

const compileObject = (value: object, depth: number): Part => {
  const parts = Object.entries(value).map(([key, inner]) => [key, compilePart(inner, depth + 1)] as const);
  if (parts.every(([, part]) => 'constant' in part)) return { constant: value };
  const computes = parts.map(([key, part]): [string, Compute] => [
    key,
    'constant' in part ? () => part.constant : part.compute,
  ]);
  if (Array.isArray(value)) {
    return { isPath: false, compute: (computation) => computes.map(([, it]) => it(computation) ?? null) };
  }
  return {
    isPath: false,
    compute: (computation) => Object.fromEntries(computes.map(([key, it]) => [key, it(computation) ?? null])),
  };
};

const compilePart = (value: unknown, depth = 0): Part => {
  if (depth > maxDepth) throw new ExpressionError('The value is nested too deeply.');
  if (typeof value === 'object' && value !== null) return compileObject(value, depth);
  const template = typeof value === 'string' ? parseTemplate(value) : undefined;
  if (!template) return { constant: value };
  return { compute: compileText(template), isPath: template.parts[0]?.node.type === 'path' };
};

/**
 * Compiles a value whose texts may contain `{{expressions}}`. A text that is one whole expression gets the value with its type; an
 * expression inside other text becomes text. Throws an ExpressionError, and so does the compiled function when it cannot compute.
 */
export const compileValue = (value: unknown): CompiledValue => {
  const part = compilePart(value);
  if ('constant' in part) return () => asJson(part.constant);
  const { compute, isPath } = part;
  if (isPath) return (scope) => asJson(compute(new Computation(scope)));
  return (scope) => {
    const result = compute(new Computation(scope));
    // One large value may be in the result many times.
    if (sizeOf(result) > computationLimits.length) throw new ExpressionError('The value is too large.');
    return asJson(result);
  };
};
