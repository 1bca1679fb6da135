import {
  type AnyNumber,
  calculateStep,
  compareNumbers,
  isNumber,
  settled,
} from '@atelier/contracts/kernel/exact-number';
import type { Computation } from './computation.ts';
import { finite, isSame, isTrue, numberIn, toExactNumber, toText } from './values.ts';

export type Compute = (computation: Computation) => unknown;

const add = (left: unknown, right: unknown, computation: Computation): unknown => {
  if (typeof left !== 'string' && typeof right !== 'string')
    return finite(calculateStep('+', toExactNumber(left), toExactNumber(right)));
  const [one, other] = [toText(left, computation), toText(right, computation)];
  computation.spendText(one.length + other.length);
  return one + other;
};

const calculation =
  (sign: '-' | '*' | '/' | '%') =>
  (left: unknown, right: unknown): AnyNumber =>
    finite(calculateStep(sign, toExactNumber(left), toExactNumber(right)));

/** Compares numbers, and texts that spell numbers, by value, and other texts by their letters. Anything else is never less or greater. */
const compare =
  (judge: (order: number) => boolean) =>
  (left: unknown, right: unknown, computation: Computation): boolean => {
    const [one, other] = [numberIn(left), numberIn(right)];
    if (one !== undefined && other !== undefined) return judge(compareNumbers(one, other));
    if (typeof left !== 'string' || typeof right !== 'string' || left.length + right.length > 100_000)
      return false;
    computation.spendText(2 * Math.min(left.length, right.length));
    if (left === right) return judge(0);
    return judge(left < right ? -1 : 1);
  };

/** Returns true for the same values, and for a number and the text that spells it. */
export const isAlike = (left: unknown, right: unknown, computation: Computation): boolean => {
  if (typeof left === typeof right && !isNumber(left)) return isSame(left, right, computation);
  const [one, other] = [numberIn(left), numberIn(right)];
  if (one !== undefined && other !== undefined) return compareNumbers(one, other) === 0;
  if (one !== undefined || other !== undefined) return false;
  return isSame(left, right, computation);
};

type Operator = (left: unknown, right: unknown, computation: Computation) => unknown;

/** The operators that compute both of their sides. */
const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['+', add],
  ['-', calculation('-')],
  ['*', calculation('*')],
  ['/', calculation('/')],
  ['%', calculation('%')],
  ['<', compare((order) => order < 0)],
  ['<=', compare((order) => order <= 0)],
  ['>', compare((order) => order > 0)],
  ['>=', compare((order) => order >= 0)],
  ['==', isAlike],
  ['!=', (left, right, computation) => !isAlike(left, right, computation)],
  ['===', isSame],
  ['!==', (left, right, computation) => !isSame(left, right, computation)],
]);

/** Those that compute their right side only if they need it. */
const lazy = new Map<string, (left: unknown) => boolean>([
  ['&&', isTrue],
  ['||', (left) => !isTrue(left)],
  ['??', (left) => left === null || left === undefined],
]);

/** All operators between two values. */
export const operatorSigns: readonly string[] = [...operators.keys(), ...lazy.keys()];

const steps: ReadonlySet<string> = new Set(['+', '-', '*', '/', '%']);

/** True for the operators whose results are numbers that keep their digits for the next of them. */
export const isStep = (sign: string): boolean => steps.has(sign);

/** Hands on what the last of several steps has calculated. */
export const compileResult = (compute: Compute): Compute => {
  return (computation) => {
    const value = compute(computation);
    return isNumber(value) ? settled(value) : value;
  };
};

export const compileOperator = (sign: string, left: Compute, right: Compute): Compute => {
  const needsRight = lazy.get(sign);
  if (needsRight) {
    return (computation) => {
      computation.spend(1);
      const value = left(computation);
      return needsRight(value) ? right(computation) : value;
    };
  }
  const operate = operators.get(sign);
  if (!operate) throw new TypeError(`There is no operator ${sign}.`);
  return (computation) => {
    computation.spend(1);
    return operate(left(computation), right(computation), computation);
  };
};
