import { type JsonValue, maxDepth } from '@atelier/contracts/fields/field-values';
import { compile, compileLookup } from './compile.ts';
import { compileAddress } from './compile-address.ts';
import { Computation, type ComputationLimits, computationLimits, type Scope } from './computation.ts';
import { ExpressionError, LimitReached } from './expression-error.ts';
import type { Compute } from './operators.ts';
import type { Reference } from './references.ts';
import { parseTemplate, type Template } from './template.ts';
import { measureSize, toText } from './values.ts';

/** Computes a value. What it returns may share parts with the values of the scope, so nobody may change it. */
export type CompiledValue = (scope: Scope, limits?: ComputationLimits) => JsonValue;

/** A text that only names a value. */
export interface Lookup extends Reference {
  text: string;
}

/** Results that were computed elsewhere: those of texts in their order, and values that were looked up, by their texts. */
export interface Results {
  texts: readonly JsonValue[];
  lookups?: ReadonlyMap<string, JsonValue>;
}

/** A compiled value whose texts can also be computed elsewhere. */
export interface DividedValue {
  /** The texts whose expressions compute something. Where there is none, the value is only looked up. */
  readonly texts: readonly string[];
  /** The texts that only look something up. */
  readonly lookups: readonly Lookup[];
  readonly compute: CompiledValue;
  /** Returns the value with these results of its texts. */
  complete(scope: Scope, results: Results): JsonValue;
}

const asJson = (value: unknown): JsonValue => (value ?? null) as JsonValue;

const isWhole = ({ texts, parts }: Template): boolean =>
  parts.length === 1 && texts.every((text) => text.trim() === '');

const compileText = ({ texts, parts }: Template): Compute => {
  const computes = parts.map(({ node }) => compile(node));
  const [only] = computes;
  if (only && isWhole({ texts, parts })) return only;
  const fixed = texts.reduce((sum, { length }) => sum + length, 0);
  return (computation) => {
    const values = computes.map((compute) => toText(compute(computation), computation));
    computation.spendText(values.reduce((sum, { length }) => sum + length, fixed));
    return texts.map((text, at) => text + (values[at] ?? '')).join('');
  };
};

/** A compiled value, or a constant: most values of an input contain no expression. */
type Part = { compute: Compute } | { constant: unknown };

/** Decides when a text with expressions is computed, and when one is looked up. */
interface Placing {
  computed(text: string, compute: Compute): Compute;
  lookedUp(lookup: Lookup, lookUp: Compute): Compute;
}

/** The position of a value: its depth, and the names beside it whose texts are addresses. */
interface Standing {
  depth: number;
  addresses: ReadonlySet<string>;
}

const noAddresses: ReadonlySet<string> = new Set();

const compileObject = (value: object, placing: Placing, { depth, addresses }: Standing): Part => {
  const inside = { depth: depth + 1, addresses: noAddresses };
  const parts = Object.entries(value).map(([key, inner]) => {
    const part = addresses.has(key)
      ? compileTemplate(inner, placing, compileAddress)
      : compilePart(inner, placing, inside);
    return [key, part] as const;
  });
  if (parts.every(([, part]) => 'constant' in part)) return { constant: value };
  const computes = parts.map(([key, part]): [string, Compute] => [
    key,
    'constant' in part ? () => part.constant : part.compute,
  ]);
  const computed = (computation: Computation): [string, unknown][] => {
    computation.spend(computes.length);
    return computes.map(([key, it]) => [key, it(computation) ?? null]);
  };
  if (Array.isArray(value))
    return { compute: (computation) => computed(computation).map(([, entry]) => entry) };
  return { compute: (computation) => Object.fromEntries(computed(computation)) };
};

/** Compiles a text with several expressions, or with one beside other text. */
type CompileTexts = (source: string, template: Template, place: Placing['computed']) => Compute;

const compileTemplate = (value: unknown, placing: Placing, compileTexts: CompileTexts): Part => {
  const template = typeof value === 'string' ? parseTemplate(value) : undefined;
  if (!template) return { constant: value };
  const text = value as string;
  const node = isWhole(template) ? template.parts[0]?.node : undefined;
  if (isWhole(template) && node?.type !== 'path')
    return { compute: placing.computed(text, compileText(template)) };
  if (node?.type !== 'path') return { compute: compileTexts(text, template, placing.computed) };
  const { name, keys } = node;
  return { compute: placing.lookedUp({ text, name, keys }, compileLookup(name, keys)) };
};

const compilePart = (
  value: unknown,
  placing: Placing,
  standing: Standing = { depth: 0, addresses: noAddresses },
): Part => {
  if (standing.depth > maxDepth) throw new ExpressionError('The value is nested too deeply.');
  if (typeof value === 'object' && value !== null) return compileObject(value, placing, standing);
  return compileTemplate(value, placing, (source, template, place) => place(source, compileText(template)));
};

/** The operands of an operator or a condition have to be there. */
const operandPlacing: Placing = {
  computed: (_text, compute) => compute,
  lookedUp: (_lookup, lookUp) => (computation) => computation.whole(lookUp(computation)),
};

/** Compiles a value that is computed as part of something larger, by whose computation it is limited. */
export const compileOperand = (value: unknown): Compute => {
  const part = compilePart(value, operandPlacing);
  return 'constant' in part ? () => part.constant : part.compute;
};

/**
 * Compiles a value as `compileValue` does, divided into the texts that are computed and what is made of them. In texts with these names,
 * which are addresses, values are encoded by where they stand.
 */
export const compileDivided = (
  value: unknown,
  addresses: ReadonlySet<string> = noAddresses,
): DividedValue => {
  const texts: string[] = [];
  const lookups: Lookup[] = [];
  const computes: Compute[] = [];
  const placing: Placing = {
    computed(text, compute) {
      const at = texts.push(text) - 1;
      computes.push(compute);
      return ({ results }) => results[at];
    },
    lookedUp(lookup, lookUp) {
      lookups.push(lookup);
      return (computation) => {
        const { known } = computation;
        return known?.has(lookup.text) ? known.get(lookup.text) : lookUp(computation);
      };
    },
  };
  const part = compilePart(value, placing, { depth: 0, addresses });
  if ('constant' in part) {
    const constant = () => asJson(part.constant);
    return { texts, lookups, compute: constant, complete: constant };
  }
  const isLookup = typeof value === 'string' && computes.length === 0;
  const complete = (computation: Computation): JsonValue => {
    const whole = part.compute(computation);
    // One large value may be in the result many times.
    if (!isLookup && measureSize(whole) > computationLimits.length)
      throw new LimitReached('The value is too large.');
    return asJson(whole);
  };
  return {
    texts,
    lookups,
    compute(scope, limits) {
      const computation = new Computation(scope, limits);
      computation.results = computes.map((compute) => compute(computation));
      return complete(computation);
    },
    complete(scope, results) {
      const computation = new Computation(scope);
      computation.results = results.texts;
      computation.known = results.lookups;
      return complete(computation);
    },
  };
};

/**
 * Compiles a value whose texts may contain `{{expressions}}`. A text that is one whole expression gets the value with its type; an
 * expression inside other text becomes text. Throws an ExpressionError, and so does the compiled function when it cannot compute.
 */
export const compileValue = (value: unknown): CompiledValue => compileDivided(value).compute;
