import { isNumber } from '@atelier/contracts/kernel/exact-number';
import type { Computation } from '../computation.ts';
import { ExpressionError } from '../expression-error.ts';
import { describeKind, toText } from '../values.ts';
import { dateMethods, momentIn } from './date-methods.ts';
import { listMethods, objectMethods } from './list-methods.ts';
import type { Method } from './method.ts';
import { numberMethods } from './number-methods.ts';
import { textMethods } from './text-methods.ts';

export { momentIn };

/** The functions that expressions may call, besides `map` and `filter`, which the language knows. */
export const methodNames: ReadonlySet<string> = new Set(
  [textMethods, listMethods, objectMethods, numberMethods, dateMethods].flatMap((methods) => [
    ...methods.keys(),
  ]),
).add('json');

export const isMethod = (name: string): boolean => methodNames.has(name);

const findMethod = (name: string, value: unknown): Method<never> | undefined => {
  if (typeof value === 'string') return textMethods.get(name) ?? dateMethods.get(name);
  if (isNumber(value)) return numberMethods.get(name) ?? dateMethods.get(name);
  if (Array.isArray(value)) return listMethods.get(name) ?? objectMethods.get(name);
  return typeof value === 'object' ? objectMethods.get(name) : undefined;
};

/** Writes a text as JSON, which may be six times as long. */
const jsonOfText = (text: string, computation: Computation): string => {
  computation.spendText(text.length);
  const json = JSON.stringify(text);
  computation.spendText(json.length);
  return json;
};

/** Calls a function on a value. Of nothing, every function makes nothing. */
export const callMethod = (
  name: string,
  value: unknown,
  inputs: readonly unknown[],
  computation: Computation,
): unknown => {
  if (value === null || value === undefined) return null;
  if (name === 'json' || (name === 'text' && typeof value !== 'string')) {
    return typeof value === 'string' ? jsonOfText(value, computation) : toText(value, computation);
  }
  const method = findMethod(name, value) as Method<unknown> | undefined;
  if (!method) throw new ExpressionError(`“${name}” does not work on ${describeKind(value)}.`);
  return method(value, inputs, computation);
};
