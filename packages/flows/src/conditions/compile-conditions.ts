import type {
  Condition,
  ConditionOperator,
  Conditions,
} from '@atelier/contracts/assistants/flows/flow-model';
import { compileOperand } from '../expressions/compile-value.ts';
import {
  Computation,
  type ComputationLimits,
  computationLimits,
  type Scope,
} from '../expressions/computation.ts';
import { judges } from './judges.ts';

/** Returns the positions of the conditions that hold, in their order. */
export type CompiledChoice = (scope: Scope, limits?: ComputationLimits) => number[];

/** The operators that look at one value only. */
export const singleValueOperators: ReadonlySet<ConditionOperator> = new Set<ConditionOperator>([
  'BOOLEAN_IS_TRUE',
  'BOOLEAN_IS_FALSE',
  'LIST_IS_EMPTY',
  'LIST_IS_NOT_EMPTY',
  'EXISTS',
  'DOES_NOT_EXIST',
]);

type Holds = (computation: Computation) => boolean;

const compileCondition = ({ firstValue, operator, secondValue, caseSensitive }: Condition): Holds => {
  const first = compileOperand(firstValue);
  const second = compileOperand(singleValueOperators.has(operator) ? null : (secondValue ?? ''));
  const judge = judges[operator];
  return (computation) => {
    computation.spend(1);
    const [one, other] = [first(computation), second(computation)];
    return judge(one ?? null, other ?? null, { isCaseSensitive: caseSensitive === true, computation });
  };
};

const compileGroups = (conditions: Conditions): Holds => {
  const groups = conditions.map((group) => group.map(compileCondition));
  return (computation) => groups.some((group) => group.every((holds) => holds(computation)));
};

/** Limits of judging so many conditions, each of which may take as long as a value. */
const limitsFor = (choices: readonly Conditions[]): ComputationLimits => {
  const count = choices.flat(2).length;
  return { ...computationLimits, steps: computationLimits.steps * Math.max(1, count) };
};

/**
 * Compiles a choice between conditions, such as those of the branches of a router: all that hold, or the first one. Conditions hold when all
 * those of one group do; no group at all does not. Values may contain expressions; throws an ExpressionError as `compileValue` does.
 */
export const compileChoice = (
  choices: readonly Conditions[],
  { isFirstOnly = false }: { isFirstOnly?: boolean } = {},
): CompiledChoice => {
  const compiled = choices.map(compileGroups);
  const all = limitsFor(choices);
  return (scope, limits = all) => {
    const computation = new Computation(scope, limits);
    const held: number[] = [];
    for (const [at, holds] of compiled.entries()) {
      if (!holds(computation)) continue;
      held.push(at);
      if (isFirstOnly) break;
    }
    return held;
  };
};
