import { type AnyNumber, calculate } from '@atelier/contracts/kernel/exact-number';
import { ExpressionError } from './expression-error.ts';
import { callMethod } from './methods/index.ts';
import { type Compute, compileOperator, compileResult, isStep } from './operators.ts';
import type { BinaryNode, EachNode, Key, Node } from './syntax.ts';
import { describeKind, isTrue, readMember, toExactNumber } from './values.ts';

/** Compiles a path whose value is only handed on: what stands for a large value stays what it is. */
export const compileLookup = (name: string, keys: readonly Key[]): Compute => {
  const [first, second] = keys;
  if (keys.length === 0) return ({ scope }) => scope.get(name);
  if (keys.length === 1)
    return (computation) => readMember(computation.whole(computation.scope.get(name)), first);
  if (keys.length === 2)
    return (computation) =>
      readMember(
        computation.whole(readMember(computation.whole(computation.scope.get(name)), first)),
        second,
      );
  return (computation) => {
    let value = computation.scope.get(name);
    for (const key of keys) value = readMember(computation.whole(value), key);
    return value;
  };
};

const compilePath = (name: string, keys: readonly Key[]): Compute => {
  const lookUp = compileLookup(name, keys);
  return (computation) => computation.whole(lookUp(computation));
};

const compileEach = ({ method, list: node, slot, body }: EachNode): Compute => {
  const [listOf, compute] = [compile(node), compile(body)];
  return (computation) => {
    const entries: unknown = listOf(computation);
    if (entries === null || entries === undefined) return null;
    if (!Array.isArray(entries)) {
      throw new ExpressionError(`“${method}” works on a list, not on ${describeKind(entries)}.`);
    }
    const list: readonly unknown[] = entries;
    computation.spend(list.length);
    const valueAt = (entry: unknown, index: number): unknown => {
      computation.locals[slot] = entry;
      computation.locals[slot + 1] = index;
      return compute(computation);
    };
    return method === 'map'
      ? list.map((entry, index) => valueAt(entry, index) ?? null)
      : list.filter((entry, index) => isTrue(valueAt(entry, index)));
  };
};

const compileCall = (method: string, of: Compute, inputs: readonly Compute[]): Compute => {
  return (computation) => {
    computation.spend(1);
    const value = of(computation);
    const given = inputs.map((input) => input(computation));
    return callMethod(method, value, given, computation);
  };
};

const compileKey = (of: Compute, key: Compute): Compute => {
  return (computation) => {
    const [value, name] = [of(computation), key(computation)];
    computation.spendText(typeof name === 'string' ? name.length : 0);
    return computation.whole(readMember(value, name));
  };
};

const compileList = (items: readonly Compute[]): Compute => {
  return (computation) => {
    computation.spend(items.length);
    return items.map((item) => item(computation) ?? null);
  };
};

const compileChoice = (condition: Compute, yes: Compute, no: Compute): Compute => {
  return (computation) => (isTrue(condition(computation)) ? yes(computation) : no(computation));
};

const negated = (number: AnyNumber): AnyNumber =>
  typeof number === 'number' ? -number : calculate('*', number, -1);

const compileUnary = (type: 'not' | 'minus' | 'plus', of: Compute): Compute => {
  if (type === 'not') return (computation) => !isTrue(of(computation));
  if (type === 'minus') return (computation) => negated(toExactNumber(of(computation)));
  return (computation) => toExactNumber(of(computation));
};

/** Compiles a side of a calculation, whose digits are all kept for the next step. */
const compileSide = (node: Node, sign: string): Compute =>
  isStep(sign) && node.type === 'binary' && isStep(node.sign) ? compileBinary(node) : compile(node);

const compileBinary = ({ sign, left, right }: BinaryNode): Compute =>
  compileOperator(sign, compileSide(left, sign), compileSide(right, sign));

/** Turns an expression into a function, once. Nothing of the text is looked at again when it runs. */
export const compile = (node: Node): Compute => {
  switch (node.type) {
    case 'path':
      return compilePath(node.name, node.keys);
    case 'value':
      return () => node.value;
    case 'local':
      return (computation) => computation.whole(computation.locals[node.slot]);
    case 'key':
      return compileKey(compile(node.of), compile(node.key));
    case 'list':
      return compileList(node.items.map(compile));
    case 'binary':
      return isStep(node.sign) ? compileResult(compileBinary(node)) : compileBinary(node);
    case 'choice':
      return compileChoice(compile(node.condition), compile(node.yes), compile(node.no));
    case 'call':
      return compileCall(node.method, compile(node.of), node.inputs.map(compile));
    case 'each':
      return compileEach(node);
    default:
      return compileUnary(node.type, compile(node.of));
  }
};
